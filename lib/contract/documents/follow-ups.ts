/**
 * Wire types of an exam's recommended follow-ups and critical result. Sealed in `custom_attributes` (`follow_ups`,
 * `critical_result`) and included in the summary, so that lists show them without opening the report. Source:
 * clinician's reference, B-i 14.
 */
import { type Static, Type } from 'typebox';
import { NullableString } from '#contract/nullable-schemas.ts';

const FollowUpMoveSchema = Type.Object({
  /** First and last day of the interval, `YYYY-MM-DD`. */
  from: Type.String(),
  to: Type.String(),
  moved_by: Type.String(),
  moved_at: Type.String(),
});

/** Exactly one of `exam_id` and `reason` is given. */
const FollowUpDoneSchema = Type.Object({
  exam_id: NullableString,
  reason: NullableString,
  done_by: Type.String(),
  done_at: Type.String(),
});

export const FollowUpSchema = Type.Object({
  follow_up_id: Type.String(),
  /** Recommended examination and its reason. */
  text: Type.String(),
  /** Due day, `YYYY-MM-DD`. */
  due: Type.String(),
  /** The responsible person or place, as written. */
  whose: Type.String(),
  made_by: Type.String(),
  made_at: Type.String(),
  moved: Type.Array(FollowUpMoveSchema),
  /**
   * Patients the follow-up belonged to before the report was moved, oldest first; `done` counts for that patient only.
   */
  stood_under: Type.Optional(
    Type.Array(
      Type.Object({
        patient_id: Type.String(),
        until: Type.String(),
        done: Type.Unsafe<Static<typeof FollowUpDoneSchema> | null>({
          ...FollowUpDoneSchema,
          type: ['object', 'null'],
        }),
      }),
    ),
  ),
  /** How the follow-up was completed; null while it is open. */
  done: Type.Unsafe<Static<typeof FollowUpDoneSchema> | null>({
    ...FollowUpDoneSchema,
    type: ['object', 'null'],
  }),
});
export type FollowUp = Static<typeof FollowUpSchema>;

export const CRITICAL_CATEGORIES = ['red', 'orange', 'yellow'] as const;
export type CriticalCategory = (typeof CRITICAL_CATEGORIES)[number];
export const CRITICAL_WAYS = ['phone', 'person', 'message'] as const;
export type CriticalWay = (typeof CRITICAL_WAYS)[number];

const ways = Type.Unsafe<CriticalWay>({ type: 'string', enum: [...CRITICAL_WAYS] });

export const CriticalResultSchema = Type.Object({
  category: Type.Unsafe<CriticalCategory>({ type: 'string', enum: [...CRITICAL_CATEGORIES] }),
  finding: Type.String(),
  found_at: Type.String(),
  /** Person to whom the critical result was communicated; empty before. */
  told_whom: Type.String(),
  how: ways,
  /** RFC 3339, with the recorder's offset from UTC; empty before. */
  told_at: Type.String(),
  read_back: Type.Boolean(),
  /** Who told them; absent where nobody is recorded. */
  told_by: Type.Optional(Type.String()),
  /**
   * The patient named at the communication; absent where none was named. A communication about another patient does not
   * count.
   */
  told_patient_id: Type.Optional(Type.String()),
  /** Communications about another patient, oldest first. */
  told_before: Type.Optional(
    Type.Array(
      Type.Object({
        told_whom: Type.String(),
        how: ways,
        told_at: Type.String(),
        read_back: Type.Boolean(),
        told_by: Type.Optional(Type.String()),
        patient_id: Type.String(),
      }),
    ),
  ),
});
export type CriticalResult = Readonly<Static<typeof CriticalResultSchema>>;
