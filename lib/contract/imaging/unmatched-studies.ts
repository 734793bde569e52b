/**
 * Wire types of unmatched studies and imported exams: the sent patient data, and similar records. A person decides by
 * `PUT /v1/exams/{id}/patient`. Source: choices, "DICOM"; imaging design, "DICOM in records".
 */
import { type Static, Type } from 'typebox';
import { PatientSummarySchema } from '#contract/documents/summaries.ts';
import { type DocumentId, DocumentIdSchema, SecurityGroupIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';

/** True when a sent value equals the record's. Null: one of them is missing. */
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

export const UnmatchedStudySchema = Type.Object({
  exam_id: DocumentIdSchema,
  /** UID of the received study; empty for an imported exam. */
  study_instance_uid: Type.String(),
  /** The record an import created from the sent data, beside the similar one. */
  record_id: Type.Unsafe<DocumentId | null>({ anyOf: [DocumentIdSchema, Type.Null()] }),
  title: NullableString,
  modality: NullableString,
  exam_date: NullableString,
  received_at: InstantSchema,
  images: Type.Integer(),
  sent: Type.Object({
    /** Sent patient name in DICOM form: components separated by carets. */
    name: NullableString,
    id: NullableString,
    birth_date: NullableString,
    sex: NullableString,
    accession_number: NullableString,
    referring_physician: NullableString,
    source_ae: NullableString,
  }),
  /** Similar patient records, at most three, best match first; not a decision. */
  candidates: Type.Array(MatchCandidateSchema),
});
export type UnmatchedStudy = Static<typeof UnmatchedStudySchema>;

export const UnmatchedStudiesSchema = Type.Object({
  items: Type.Array(UnmatchedStudySchema),
  /** Studies received while locked, as of the last unlock; null for none. */
  arrived: Type.Unsafe<{ studies: number; filed: number; to_match: number } | null>({
    anyOf: [
      Type.Object({ studies: Type.Integer(), filed: Type.Integer(), to_match: Type.Integer() }),
      Type.Null(),
    ],
  }),
  /** Received objects that are not filed yet. */
  waiting: Type.Integer(),
});
export type UnmatchedStudies = Static<typeof UnmatchedStudiesSchema>;

export const UnmatchedStudiesQuerySchema = Type.Object(
  { security_group_id: SecurityGroupIdSchema },
  { additionalProperties: false },
);
