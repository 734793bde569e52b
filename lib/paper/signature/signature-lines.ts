/** Which signatures stand on a printed page, and their lines: those of the printed text, and those an addendum was added to. */
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion } from '#contract/documents/views.ts';
import type { PrintLabels } from '#paper/labels/label-texts.ts';
import type { PaperPatient } from '#paper/patient-line.ts';
import type { ReportFacts } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';

export type PaperSignature = Pick<
  ExamSignature,
  | 'version_id'
  | 'seq'
  | 'same_versions'
  | 'subject'
  | 'intent'
  | 'signed_at'
  | 'signed_by'
  | 'signer'
  | 'file'
>;

/** The printed version with all signatures of its exam. */
interface Signed {
  readonly signatures: readonly PaperSignature[];
  readonly version: Pick<DocumentVersion, 'version_id'> | undefined;
  readonly patient: PaperPatient | undefined;
}

/**
 * Names the signer. The record's own `signed_by` is a statement of whoever wrote it: it stands alone only beside a
 * signature by that name. A report imported as final may lack a signer.
 */
export function signedBy(
  { signed_by, signed_at }: Pick<ReportFacts, 'signed_by' | 'signed_at'>,
  proven: readonly PaperSignature[],
  words: PrintLabels,
  moment: (instant: string) => string,
): string {
  const first = proven.at(-1);
  const stated = [signed_by, signed_at && moment(signed_at)].filter(Boolean).join(', ');
  if (first === undefined) return stated === '' ? words.signedElsewhere : words.statedSigner(stated);
  const isProven = proven.some((each) =>
    [each.signed_by.display_name, each.file.statement.signer_name].includes(signed_by ?? ''),
  );
  return isProven ? stated : `${signerName(first, words)}, ${moment(first.signed_at)}`;
}

/** Signatures of this version's content, for the printed patient. */
export function provenBy({ signatures, version, patient }: Signed): readonly PaperSignature[] {
  return signatures.filter(
    (signature) => isOfVersion(signature, version?.version_id) && isAbout(signature.subject, patient),
  );
}

/** Signatures of the text that an addendum was added to, and of addenda before it; each is of its own version. */
export function earlierBy(
  { signatures, patient }: Signed,
  proven: readonly PaperSignature[],
): readonly PaperSignature[] {
  const first = Math.min(...proven.map(({ seq }) => seq));
  if (proven.length === 0 || !proven.some(({ intent }) => intent === 'addendum')) return [];
  const before = signatures
    .filter(({ seq, subject }) => seq < first && isAbout(subject, patient))
    .toSorted((one, other) => one.seq - other.seq);
  const text = before.findLast(({ intent }) => intent === 'final' || intent === 'amended');
  return text === undefined ? [] : before.filter(({ seq }) => seq >= text.seq);
}

/**
 * True if the signed subject is the report's patient. One corrected value is accepted; where name and birth date
 * both differ it is another patient.
 */
function isAbout(subject: ExamSignature['subject'], patient: PaperPatient | undefined): boolean {
  if (subject === null || patient === undefined) return subject === null && patient === undefined;
  const isNamed = [subject.display_name, subject.legal_name].includes(patient.name);
  return isNamed || (subject.birth_date !== null && subject.birth_date === patient.birth_date);
}

export function proofsOf(
  signatures: readonly PaperSignature[],
  words: PrintLabels,
  moment: (instant: string) => string,
): string[] {
  return signatures.map((signature) =>
    words.withKey(lineOf(signature, words, moment), inFours(signature.file.statement.key_fingerprint)),
  );
}

export function lineOf(
  signature: PaperSignature,
  words: PrintLabels,
  moment: (instant: string) => string,
): string {
  return words.intents[signature.intent](signerName(signature, words), moment(signature.signed_at));
}

export function earlierLines(
  signatures: readonly PaperSignature[],
  words: PrintLabels,
  moment: (instant: string) => string,
): string[] {
  return signatures.map((each) => `${lineOf(each, words, moment)}, ${words.version(each.seq)}`);
}

/** Name of a signer; a program's says that it is one, and who issued it. */
function signerName({ signed_by, signer }: PaperSignature, words: PrintLabels): string {
  return signer?.kind === 'sdk'
    ? words.script(signed_by.display_name, signer.issued_by.display_name)
    : signed_by.display_name;
}

/** The first 64 bits, as people compare them. */
export function inFours(hex: string): string {
  return (hex.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}
