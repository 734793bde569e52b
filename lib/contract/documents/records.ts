/**
 * Wire types of the sealed records of the three resources. In requests every field is optional and nullable, and
 * unknown fields are refused; in responses every top-level field is present, null if absent.
 * Source: API spec, "Patient record", "Exam record"; choices, "Documents".
 */
import { type Static, type TUnsafe, Type } from 'typebox';
import { LONG_TEXT_MAX_CHARS, NAME_MAX_CHARS, SHORT_TEXT_MAX_CHARS } from '#contract/limits.ts';
import { nullableText } from '#contract/nullable-schemas.ts';
import type { Resource } from './document-index.ts';

const closed = { additionalProperties: false } as const;
const shortText = Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS));
const longText = Type.Optional(nullableText(LONG_TEXT_MAX_CHARS));
const name = Type.Optional(nullableText(NAME_MAX_CHARS));

/** A JSON object, ≤64 KiB serialised (checked by the service), returned as sent. */
export type JsonObject = { [key: string]: unknown };
const jsonObject = Type.Optional(
  Type.Unsafe<JsonObject | null>({ type: ['object', 'null'], additionalProperties: true }),
);

const IdentifierSchema = Type.Object(
  {
    system: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
    type: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
    value: Type.String({ maxLength: SHORT_TEXT_MAX_CHARS }),
  },
  closed,
);

export const IdentifiersSchema = Type.Union([
  Type.Array(IdentifierSchema, { maxItems: 100 }),
  Type.Record(Type.String(), Type.String({ maxLength: SHORT_TEXT_MAX_CHARS })),
  Type.Null(),
]);
export type Identifiers = Static<typeof IdentifiersSchema>;

export const AddressSchema = Type.Union([
  Type.Object(
    {
      lines: Type.Optional(Type.Array(Type.String({ maxLength: SHORT_TEXT_MAX_CHARS }), { maxItems: 10 })),
      city: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
      region: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
      postal_code: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
      country: Type.Optional(nullableText(SHORT_TEXT_MAX_CHARS)),
    },
    closed,
  ),
  Type.String({ maxLength: LONG_TEXT_MAX_CHARS }),
  Type.Null(),
]);
export type Address = Static<typeof AddressSchema>;

export const PatientRecordSchema = Type.Object(
  {
    legal_name: name,
    display_name: name,
    identifiers: Type.Optional(IdentifiersSchema),
    external_id: shortText,
    birth_date: Type.Optional(nullableText(64)),
    biological_sex: shortText,
    gender_identity: shortText,
    race_identity: shortText,
    email: shortText,
    phone: shortText,
    address: Type.Optional(AddressSchema),
    internal_notes: longText,
    custom_attributes: jsonObject,
  },
  closed,
);
export type PatientRecordInput = Static<typeof PatientRecordSchema>;

const report = {
  /** The service limits its bytes (4 MiB) and names the path of a fault. */
  report_lexical: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  report_html: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
};

export const ExamRecordSchema = Type.Object(
  {
    title: shortText,
    modality: shortText,
    exam_date: Type.Optional(nullableText(64)),
    ...report,
    custom_attributes: jsonObject,
  },
  closed,
);
export type ExamRecordInput = Static<typeof ExamRecordSchema>;

export const TemplateRecordSchema = Type.Object(
  { title: shortText, modality: shortText, ...report, custom_attributes: jsonObject },
  closed,
);
export type TemplateRecordInput = Static<typeof TemplateRecordSchema>;

type Complete<Record> = { [Key in keyof Record]-?: Exclude<Record[Key], undefined> };

/** Records as sealed and returned: every top-level field present. */
export type PatientRecord = Complete<Omit<PatientRecordInput, 'legal_name' | 'display_name'>> & {
  legal_name: string;
  display_name: string;
};
export type ExamRecord = Complete<ExamRecordInput>;
export type TemplateRecord = Complete<TemplateRecordInput>;

export interface RecordOf {
  patients: PatientRecord;
  exams: ExamRecord;
  templates: TemplateRecord;
}

export interface RecordInputOf {
  patients: PatientRecordInput;
  exams: ExamRecordInput;
  templates: TemplateRecordInput;
}

const RECORD_SCHEMAS: { readonly [R in Resource]: TUnsafe<RecordInputOf[R]> } = {
  patients: Type.Unsafe<PatientRecordInput>(PatientRecordSchema),
  exams: Type.Unsafe<ExamRecordInput>(ExamRecordSchema),
  templates: Type.Unsafe<TemplateRecordInput>(TemplateRecordSchema),
};

/** Schema of a record in a request. */
export function recordInputSchema<R extends Resource>(resource: R): TUnsafe<RecordInputOf[R]> {
  return RECORD_SCHEMAS[resource];
}

/** Schema of a record in a response: the same fields, all present. */
export function recordSchema<R extends Resource>(resource: R): TUnsafe<RecordOf[R]> {
  return Type.Unsafe<RecordOf[R]>(RECORD_SCHEMAS[resource]);
}
