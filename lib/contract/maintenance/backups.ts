/** Wire types of backups, restore drills and findings of the running server. Source: choices, "Second part". */
import { type Static, Type } from 'typebox';
import { nullableId, type PrincipalId } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableInteger, NullableString } from '#contract/nullable-schemas.ts';

const PATH_MAX_CHARS = 4096;

export const BackupSettingsSchema = Type.Object({
  /** A folder of the server's computer; null: none configured. */
  target: NullableString,
  /** Hour of the day, 0 to 23, in the server's time zone; null: manual only. */
  hour: NullableInteger,
  keep_daily: Type.Integer(),
  keep_weekly: Type.Integer(),
});
export type BackupSettings = Static<typeof BackupSettingsSchema>;

export const BackupSettingsBodySchema = Type.Object(
  {
    target: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1, maxLength: PATH_MAX_CHARS }),
    ),
    hour: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 23 })),
    keep_daily: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    keep_weekly: Type.Optional(Type.Integer({ minimum: 0, maximum: 520 })),
  },
  { additionalProperties: false },
);
export type BackupSettingsBody = Static<typeof BackupSettingsBodySchema>;

export const BACKUP_RUN_KINDS = ['backup', 'drill'] as const;
export type BackupRunKind = (typeof BACKUP_RUN_KINDS)[number];
const RunKindSchema = Type.Unsafe<BackupRunKind>({ type: 'string', enum: [...BACKUP_RUN_KINDS] });

export const BackupRunSchema = Type.Object({
  kind: RunKindSchema,
  started_at: InstantSchema,
  ended_at: InstantSchema,
  /** True when everything in the snapshot verified. */
  ok: Type.Boolean(),
  /** Name of the snapshot; null when the run failed before one existed. */
  snapshot: NullableString,
  files: Type.Integer(),
  bytes: Type.Integer(),
  documents: Type.Integer(),
  /** The failed check, or an error code; null on success. */
  failure: NullableString,
});
export type BackupRun = Static<typeof BackupRunSchema>;

const nullableRun = Type.Unsafe<BackupRun | null>({
  type: ['object', 'null'],
  properties: BackupRunSchema.properties,
});

export const BackupStateSchema = Type.Object({
  settings: BackupSettingsSchema,
  free_bytes: NullableInteger,
  next_at: NullableString,
  running: Type.Unsafe<BackupRunKind | null>({ type: ['string', 'null'], enum: [...BACKUP_RUN_KINDS, null] }),
  last_good: nullableRun,
  last: nullableRun,
  last_drill: nullableRun,
  snapshots: Type.Array(Type.String()),
});
export type BackupState = Static<typeof BackupStateSchema>;

export const FINDING_DECISIONS = ['restore', 'keep', 'remove'] as const;
export type FindingDecision = (typeof FINDING_DECISIONS)[number];
const DecisionSchema = Type.Unsafe<FindingDecision>({ type: 'string', enum: [...FINDING_DECISIONS] });

export const OpenFindingSchema = Type.Object({
  code: Type.String(),
  id: NullableString,
  what: Type.String(),
  advice: Type.String(),
  found_at: InstantSchema,
  /** Possible decisions, harmless ones first. */
  decisions: Type.Array(DecisionSchema),
  /** Time of the decision to leave the finding as it is; it is asked again after 30 days. */
  kept_at: NullableString,
  kept_by: nullableId<PrincipalId>(),
  /** Title of the affected file, for callers who may open it. */
  title: NullableString,
});
export type OpenFinding = Static<typeof OpenFindingSchema>;

export const FindingsSchema = Type.Object({
  items: Type.Array(OpenFindingSchema),
  /** Time of the last check; null if not checked since the start. */
  checked_at: NullableString,
});
export type Findings = Static<typeof FindingsSchema>;

export const FindingDecisionBodySchema = Type.Object(
  {
    code: Type.String({ maxLength: 64 }),
    id: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 512 }),
    decision: DecisionSchema,
    /** Id of the finding, typed by the person to confirm `remove`. */
    confirm: Type.Optional(Type.String({ maxLength: 512 })),
  },
  { additionalProperties: false },
);
export type FindingDecisionBody = Static<typeof FindingDecisionBodySchema>;
