/**
 * Studies and imported exams that fit no patient with certainty: what was sent, and the records that come near it. A person decides by
 * `PUT /v1/exams/{id}/patient`. Source: choices, "DICOM"; imaging design, "DICOM in records".
 */
import { type Static, Type } from 'typebox';
import { PatientSummarySchema } from '#contract/documents/summaries.ts';
import { type DocumentId, DocumentIdSchema, SecurityGroupIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable.ts';

/** Of each value that was sent: whether it is the record's. Null: one of the two has none. */
const Same = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] });

export const MatchCandidateSchema = Type.Object({
  patient_id: DocumentIdSchema,
  patient: PatientSummarySchema,
  exams: Type.Integer(),
  last_exam_date: NullableString,
  same: Type.Object({
    family_name: Same,
    given_name: Same,
    birth_date: Same,
    sex: Same,
    identifier: Same,
  }),
});
export type MatchCandidate = Static<typeof MatchCandidateSchema>;

export const StudyToMatchSchema = Type.Object({
  exam_id: DocumentIdSchema,
  /** Empty for an exam of an import. */
  study_instance_uid: Type.String(),
  /** The record an import made of what was sent, beside the one it may be. */
  record_id: Type.Unsafe<DocumentId | null>({ anyOf: [DocumentIdSchema, Type.Null()] }),
  title: NullableString,
  modality: NullableString,
  exam_date: NullableString,
  received_at: InstantSchema,
  images: Type.Integer(),
  sent: Type.Object({
    /** As DICOM writes it: components divided by carets. */
    name: NullableString,
    id: NullableString,
    birth_date: NullableString,
    sex: NullableString,
    accession_number: NullableString,
    referring_physician: NullableString,
    source_ae: NullableString,
  }),
  /** At most three, those with more values the same first; which one it is, nothing here says. */
  candidates: Type.Array(MatchCandidateSchema),
});
export type UnmatchedStudy = Static<typeof StudyToMatchSchema>;

export const ToMatchSchema = Type.Object({
  items: Type.Array(StudyToMatchSchema),
  /** What came in while nobody was unlocked, at the last unlock; null where nothing did. */
  arrived: Type.Unsafe<{ studies: number; filed: number; to_match: number } | null>({
    anyOf: [
      Type.Object({ studies: Type.Integer(), filed: Type.Integer(), to_match: Type.Integer() }),
      Type.Null(),
    ],
  }),
  /** Objects that are received and not in their exam yet. */
  waiting: Type.Integer(),
});
export type UnmatchedStudies = Static<typeof ToMatchSchema>;

export const ToMatchQuerySchema = Type.Object(
  { security_group_id: SecurityGroupIdSchema },
  { additionalProperties: false },
);
