/**
 * Converts a received record to the sealed form: fills names, converts instants to UTC, derives the missing report
 * form, adds all fields. Source: choices, "Documents".
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type {
  ExamRecordInput,
  JsonObject,
  PatientRecordInput,
  RecordInputOf,
  RecordOf,
} from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseInstant, type TimePrecision, truncateInstant } from '#contract/instant.ts';
import { CUSTOM_ATTRIBUTES_MAX_BYTES } from '#contract/limits.ts';
import { completeRecord } from './complete-record.ts';
import { checkAccessionNumber } from './identity/accession-number.ts';
import { checkOrder } from './orders/check-order.ts';

type GivenReport = Pick<ExamRecordInput, 'report_lexical' | 'report_html'>;
type WholeReport = Pick<RecordOf['exams'], 'report_lexical' | 'report_html'>;

/** Inputs besides the record. */
export interface NormaliseOptions {
  readonly precision: TimePrecision;
  /** Derives the missing report form. @throws invalid_request when the report is invalid. */
  readonly completeReport: (given: GivenReport) => Promise<WholeReport>;
  /** True for a draft, which may be unfinished: a patient may lack names. */
  readonly isDraft: boolean;
}

type Normalise<R extends Resource> = (
  input: RecordInputOf[R],
  options: NormaliseOptions,
) => RecordOf[R] | Promise<RecordOf[R]>;

const NORMALISE: { readonly [R in Resource]: Normalise<R> } = {
  patients: (input, { precision, isDraft }) =>
    completeRecord('patients', {
      ...input,
      ...(isDraft
        ? { legal_name: input.legal_name ?? '', display_name: input.display_name ?? '' }
        : namesOf(input)),
      birth_date: birthDate(input.birth_date, precision),
    }),
  exams: async (input, { completeReport }) => {
    checkAccessionNumber(input.custom_attributes);
    checkOrder(input.custom_attributes);
    return completeRecord('exams', {
      ...input,
      exam_date: instantOrNull(input.exam_date, 'record.exam_date'),
      ...(await completeReport(input)),
    });
  },
  templates: async (input, { completeReport }) =>
    completeRecord('templates', { ...input, ...(await completeReport(input)) }),
};

/** Checks of a record alone; the report is checked where its forms are derived. */
const CHECK: { readonly [R in Resource]: (input: RecordInputOf[R]) => void } = {
  patients: (input) => {
    namesOf(input);
    instantOrNull(input.birth_date, 'record.birth_date');
  },
  exams: (input) => {
    checkAccessionNumber(input.custom_attributes);
    checkOrder(input.custom_attributes);
    instantOrNull(input.exam_date, 'record.exam_date');
  },
  templates: () => undefined,
};

/**
 * Checks a record that is no draft as `normaliseRecord` would, except its report.
 * @throws invalid_request naming the invalid field, never its value.
 */
export function checkRecord<R extends Resource>(resource: R, input: RecordInputOf[R]): void {
  checkCustomAttributes(input.custom_attributes);
  CHECK[resource](input);
}

/**
 * Call before looking up the document, because a body is validated before existence and role.
 * Source: choices, "Ids, times, order of checks".
 * @throws invalid_request naming the invalid field, never its value.
 */
export function normaliseRecord<R extends Resource>(
  resource: R,
  input: RecordInputOf[R],
  options: NormaliseOptions,
): RecordOf[R] | Promise<RecordOf[R]> {
  checkCustomAttributes(input.custom_attributes);
  return NORMALISE[resource](input, options);
}

function checkCustomAttributes(attributes: JsonObject | null | undefined): void {
  if (attributes === null || attributes === undefined) return;
  if (new TextEncoder().encode(JSON.stringify(attributes)).length <= CUSTOM_ATTRIBUTES_MAX_BYTES) return;
  throw new VaultError(
    'invalid_request',
    `record.custom_attributes is larger than ${CUSTOM_ATTRIBUTES_MAX_BYTES} bytes.`,
  );
}

function namesOf(input: PatientRecordInput): Pick<RecordOf['patients'], 'legal_name' | 'display_name'> {
  for (const field of ['legal_name', 'display_name'] as const) {
    const name = input[field];
    if (typeof name === 'string' && name.trim() === '') {
      throw new VaultError('invalid_request', `record.${field} must not be empty.`);
    }
  }
  const legal = input.legal_name ?? input.display_name;
  const display = input.display_name ?? input.legal_name;
  if (typeof legal !== 'string' || typeof display !== 'string') {
    throw new VaultError('invalid_request', 'record needs a legal_name or a display_name.');
  }
  return { legal_name: legal, display_name: display };
}

function birthDate(given: string | null | undefined, precision: TimePrecision): string | null {
  const instant = instantOrNull(given, 'record.birth_date');
  return instant === null ? null : truncateInstant(instant, precision);
}

/** Refuses empty text, which is neither a date nor null. */
function instantOrNull(text: string | null | undefined, field: string): string | null {
  if (text === null || text === undefined) return null;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw new VaultError(
    'invalid_request',
    `${field} must be a day (YYYY-MM-DD) or an RFC 3339 date-time with its offset.`,
  );
}
