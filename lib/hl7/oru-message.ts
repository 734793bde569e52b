/**
 * Builds an HL7 v2.5.1 message ORU^R01 of a report: the text as formatted text, the PDF as encapsulated data. Segments
 * end in carriage returns; the characters are UTF-8, as declared.
 * Source: HL7 v2.5.1, chapters 2, 3 (PID) and 7 (OBR, OBX).
 */
import type { RecordOf } from '#contract/documents/records.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { type Sex, sexOf } from '#records/identity/sex.ts';
import { isEnteredInError, readEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportFacts } from '#records/reports/report-status.ts';
import type { ReportLanguage } from '#records/reports/stated-report-language.ts';
import { withdrawnLine } from '#report/withdrawn-notice.ts';
import { escapeHl7, formattedText, hl7Time } from './escape-text.ts';
import { patientIdentifiers } from './patient-identifiers.ts';

export interface OruContent {
  readonly document_id: string;
  readonly version_id: string;
  readonly record: RecordOf['exams'];
  /** Plain text of the report for readers. */
  readonly report_text: string;
  readonly patient: RecordOf['patients'] | null;
  readonly vault_name: string;
  /** Of the lines that this program adds to the text. */
  readonly language: ReportLanguage;
  /** Time when the version was sealed. */
  readonly sealed_at: string;
  readonly pdf: Uint8Array;
}

/** LOINC code of a diagnostic imaging report. */
const REPORT_CODE = '18748-4^Diagnostic imaging study^LN';
/** Length of the control id, MSH-10. */
const CONTROL_ID_CHARS = 20;
/** Codes of the recorded sex, HL7 table 0001. */
const SEX_CODES: Readonly<Record<Sex, string>> = { female: 'F', male: 'M', other: 'O', unknown: 'U' };
/** Maps FHIR DiagnosticReport.status to HL7 tables 0085 and 0123. */
const STATUS: Readonly<Record<string, string>> = {
  final: 'F',
  appended: 'C',
  amended: 'C',
  corrected: 'C',
  cancelled: 'X',
  'entered-in-error': 'X',
};

/** HL7 table 0085: posted as wrong. A whole order can only have no results. */
const POSTED_AS_WRONG = 'W';

/** Text of an unread exam is entered and not verified, which is not a preliminary report. */
const NOT_VERIFIED = 'R';

/** Derived from the version, so that a receiver can tell a repetition from a new report. */
export function controlId({ version_id }: Pick<OruContent, 'version_id'>): string {
  return version_id.replaceAll('-', '').slice(-CONTROL_ID_CHARS);
}

/** Builds the message. @throws NoPatientNumberError */
export function oruMessage(content: OruContent): string {
  const { record, vault_name, sealed_at, pdf, language } = content;
  const { status: fhirStatus, signed_by } = reportFacts(record.custom_attributes);
  const status = STATUS[fhirStatus ?? ''] ?? (fhirStatus === null ? NOT_VERIFIED : 'P');
  const resultStatus = fhirStatus === 'entered-in-error' ? POSTED_AS_WRONG : status;
  // Withdrawal is stated in the text too, for receivers that show nothing else.
  const withdrawn = isEnteredInError(fhirStatus)
    ? [withdrawnLine(language, readEnteredInError(record.custom_attributes)?.reason)]
    : [];
  const text = [...withdrawn, content.report_text].join('\n');
  const accession = accessionNumber(record.custom_attributes) ?? '';
  const performed = record.exam_date === null ? '' : hl7Time(record.exam_date);
  const title = escapeHl7(record.title ?? 'Report');
  const segments = [
    segment('MSH', {
      2: '^~\\&',
      3: 'SRVAULT',
      4: escapeHl7(vault_name),
      7: hl7Time(sealed_at),
      9: 'ORU^R01^ORU_R01',
      10: controlId(content),
      11: 'P',
      12: '2.5.1',
      18: 'UNICODE UTF-8',
    }),
    patientSegment(content),
    segment('OBR', {
      1: '1',
      2: escapeHl7(accession),
      3: content.document_id,
      4: `${REPORT_CODE}^${escapeHl7(record.modality ?? '')}^${title}`,
      7: performed,
      18: escapeHl7(accession),
      22: hl7Time(sealed_at),
      24: record.modality === 'LAB' ? 'LAB' : 'RAD',
      25: status,
      32: signed_by === null ? '' : `^${escapeHl7(signed_by)}`,
    }),
    segment('OBX', {
      1: '1',
      2: 'FT',
      3: REPORT_CODE,
      5: formattedText(text),
      11: resultStatus,
      14: performed,
    }),
    segment('OBX', {
      1: '2',
      2: 'ED',
      3: 'PDF^Report as PDF^L',
      5: `SRVAULT^AP^PDF^Base64^${Buffer.from(pdf).toString('base64')}`,
      11: resultStatus,
      14: performed,
    }),
  ];
  return `${segments.join('\r')}\r`;
}

function patientSegment(content: OruContent): string {
  const { patient } = content;
  const sex = sexOf(patient?.biological_sex);
  return segment('PID', {
    1: '1',
    3: patientIdentifiers(patient, content),
    5: patient === null ? '' : nameField(patient.legal_name),
    7: patient?.birth_date ? patient.birth_date.slice(0, 10).replaceAll('-', '') : '',
    8: sex === undefined ? '' : SEX_CODES[sex],
  });
}

/** Splits family and given name at a comma; otherwise sends the whole name without guessing. */
function nameField(name: string): string {
  const [family = '', given, ...rest] = name.split(',');
  if (given === undefined || rest.length > 0) return escapeHl7(name);
  return `${escapeHl7(family.trim())}^${escapeHl7(given.trim())}`;
}

/** Builds one segment. @param fields by number; MSH counts its own separator as the first. */
function segment(name: string, fields: Readonly<Record<number, string>>): string {
  const first = name === 'MSH' ? 2 : 1;
  const last = Math.max(...Object.keys(fields).map(Number));
  const values = Array.from({ length: last - first + 1 }, (_, at) => fields[at + first] ?? '');
  return [name, ...values].join('|');
}
