/**
 * What stands around the text of a printed report, and where: letterhead, patient block, running head, signature,
 * foot and watermark. One description for the interface's print and for the PDF; each draws it with its own means.
 * Knows no HTML, no PDF and no server.
 */
import type { ExamRecord, JsonObject } from '#contract/documents/records.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { ageAt } from '#records/identity/age.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { sexOf } from '#records/identity/sex.ts';
import { readEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportFacts, reportState } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { readWithdrawnResults } from '#records/reports/withdrawn-results.ts';
import type { PaperDates } from './dates.ts';
import type { PaperPatient } from './patient.ts';
import { patientLine } from './patient.ts';
import type { PaperWords } from './print-labels.ts';

export interface PaperFacts {
  readonly vault_name: string;
  readonly record: Pick<ExamRecord, 'title' | 'modality' | 'exam_date' | 'custom_attributes'>;
  readonly patient: PaperPatient | undefined;
  /** The version the text is, or was made from; undefined before the first. */
  readonly version: Omit<DocumentVersion, 'ciphertext_bytes'> | undefined;
  /** Number of that version; 0 before the first. */
  readonly seq: number;
  /** Whether the text differs from that version. */
  readonly is_draft: boolean;
  readonly prepared_by: string;
  readonly signatures: readonly Pick<
    ExamSignature,
    'version_id' | 'same_versions' | 'subject' | 'intent' | 'signed_at' | 'signed_by' | 'signer' | 'file'
  >[];
}

export interface PaperFact {
  readonly label: string;
  readonly value: string;
  readonly is_strong?: boolean;
  /** After the value, plain. */
  readonly rest?: string;
}

export interface PaperLayout {
  readonly title: string;
  /** Printed across every page; undefined for what is signed. */
  readonly watermark: string | undefined;
  readonly letterhead: { readonly name: string; readonly detail: string };
  /** Rows of two facts each. */
  readonly block: readonly (readonly [PaperFact | undefined, PaperFact | undefined])[];
  /** At the head of every page but the first. */
  readonly running: readonly [left: string, right: string];
  readonly closing: {
    readonly facts: readonly PaperFact[];
    /** A line for each personal signature of the version. */
    readonly proofs: readonly string[];
    readonly verify: string;
  };
  readonly foot: {
    readonly patient: string;
    readonly note: string;
    readonly page: (page: number, pages: number) => string;
    /** Undefined before the first version. */
    readonly seal: PaperSeal | undefined;
  };
}

/** The line that ties a page to the version it shows. */
export interface PaperSeal {
  readonly before: string;
  readonly version_id: string;
  /** Word and sixteen characters of the sealed envelope's SHA-256, in fours; undefined for a draft. */
  readonly hash: readonly [word: string, digits: string] | undefined;
}

export function layOutPaper(facts: PaperFacts, words: PaperWords, dates: PaperDates): PaperLayout {
  const { record, patient, version, seq, is_draft: isDraft } = facts;
  const { status, pending, signed_by, signed_at } = reportFacts(record.custom_attributes);
  const proven = provenBy(facts);
  // Signed with keys, and then changed by a byte: what was signed is another version.
  const isOther = !isDraft && facts.signatures.length > 0 && proven.length === 0;
  const signed = !isDraft && pending === null && isSigned(status) && !isOther;
  const isWithdrawn = !isDraft && reportState(status) === 'enteredInError';
  const isToReport = !isDraft && reportState(status) === 'toReport';
  const state = words.states[isDraft ? 'draft' : reportState(status)];
  const moment = (instant: string) => `${dates.shortDay(instant)} ${dates.clockTime(instant)}`;
  const line = patientLine(patient, dates);
  const title = record.title ?? words.noTitle;
  const day = record.exam_date === null ? '' : dates.shortDay(record.exam_date);
  return {
    title,
    watermark: isToReport ? words.toReportMark : markOf(isDraft, isWithdrawn, signed, words),
    letterhead: { name: facts.vault_name, detail: record.modality ?? '' },
    block: blockOf(facts, words, dates, {
      label: words.status,
      value: state,
      is_strong: true,
      rest: `, ${isDraft ? words.draftOf(seq) : words.version(seq)}`,
    }),
    running: [line, [title, day].filter(Boolean).join(', ')],
    closing: {
      facts: [
        { label: words.preparedBy, value: facts.prepared_by, is_strong: true },
        {
          label: words.signature,
          value: isWithdrawn
            ? [words.withdrawnText, readEnteredInError(record.custom_attributes)?.reason]
                .filter(Boolean)
                .join(': ')
            : isToReport
              ? words.toReportText
              : signed
                ? signedBy(signed_by, signed_at && moment(signed_at), words)
                : isOther
                  ? words.otherSigned
                  : words.unsignedText,
        },
        ...withdrawnFact(record.custom_attributes, words),
      ],
      proofs: isDraft ? [] : proofsOf(proven, words, moment),
      verify:
        isDraft || version === undefined
          ? words.verifyDraft(facts.vault_name)
          : words.verify(
              facts.vault_name,
              dates.shortDay(version.created_at),
              dates.clockTime(version.created_at),
              seq,
            ),
    },
    foot: {
      patient: line,
      note: isDraft
        ? words.unsealed
        : signed || isWithdrawn
          ? state
          : isToReport
            ? words.toReportText
            : words.notSigned,
      page: words.page,
      seal: version && {
        before: isDraft ? words.draftOf(seq) : words.sealedLine(seq, moment(version.created_at)),
        version_id: version.version_id,
        hash: isDraft ? undefined : [words.seal, inFours(version.sha256)],
      },
    },
  };
}

function markOf(
  isDraft: boolean,
  isWithdrawn: boolean,
  isSignedVersion: boolean,
  words: PaperWords,
): string | undefined {
  if (isDraft) return words.draftMark;
  if (isWithdrawn) return words.withdrawnMark;
  return isSignedVersion ? undefined : words.preliminaryMark;
}

function blockOf(
  { record, patient, version }: PaperFacts,
  words: PaperWords,
  dates: PaperDates,
  status: PaperFact,
): PaperLayout['block'] {
  const { title, exam_date, custom_attributes } = record;
  const identifier = mainIdentifier(patient?.identifiers);
  const sex = patient?.biological_sex;
  const born = patient?.birth_date;
  const at = exam_date ?? version?.created_at;
  const old = born && at ? ageAt(born, at) : undefined;
  const age = old && words.age[old.unit](old.count);
  const accession = accessionNumber(custom_attributes);
  return [
    [
      { label: words.patient, value: patient?.name ?? words.noPatient, is_strong: true },
      { label: words.exam, value: title ?? words.noTitle, is_strong: true },
    ],
    [
      {
        label: words.born,
        value: [born && dates.longDay(born), age, sex && wordOfSex(words, sex)].filter(Boolean).join(', '),
      },
      { label: words.performed, value: exam_date === null ? '' : performedAt(exam_date, dates) },
    ],
    [identifier && { label: identifier.type, value: identifier.value }, status],
    ...(accession === null ? [] : [[undefined, { label: words.accession, value: accession }] as const]),
  ];
}

/** What stands in the text and is valid no more. */
function withdrawnFact(attributes: JsonObject | null, { withdrawnResults }: PaperWords): PaperFact[] {
  const names = readWithdrawnResults(attributes).map(({ name }) => name);
  return names.length === 0 ? [] : [{ label: withdrawnResults, value: names.join(', '), is_strong: true }];
}

/** A report that came final from elsewhere may name nobody. */
function signedBy(name: string | null, at: string | null, words: PaperWords): string {
  return [name, at].filter(Boolean).join(', ') || words.signedElsewhere;
}

function performedAt(instant: string, dates: PaperDates): string {
  const isDayOnly = instant.endsWith('T00:00:00.000Z');
  return isDayOnly ? dates.shortDay(instant) : `${dates.shortDay(instant)}, ${dates.clockTime(instant)}`;
}

/** The signatures of what the version says, about the patient it is printed for. */
function provenBy({ signatures, version, patient }: PaperFacts): PaperFacts['signatures'] {
  return signatures.filter(
    (signature) => isOfVersion(signature, version?.version_id) && isAbout(signature.subject, patient),
  );
}

/** A name or a birth date may be put right; where both differ it is somebody else. */
function isAbout(subject: ExamSignature['subject'], patient: PaperPatient | undefined): boolean {
  if (subject === null || patient === undefined) return subject === null && patient === undefined;
  const isNamed = [subject.display_name, subject.legal_name].includes(patient.name);
  return isNamed || (subject.birth_date !== null && subject.birth_date === patient.birth_date);
}

function proofsOf(
  signatures: PaperFacts['signatures'],
  words: PaperWords,
  moment: (instant: string) => string,
): string[] {
  return signatures.map(({ intent, signed_by, signer, signed_at, file }) =>
    words.withKey(
      words.intents[intent](
        signer?.kind === 'sdk'
          ? words.script(signed_by.display_name, signer.issued_by.display_name)
          : signed_by.display_name,
        moment(signed_at),
      ),
      inFours(file.statement.key_fingerprint),
    ),
  );
}

/** The first 64 bits, as people compare them. */
function wordOfSex(words: PaperWords, recorded: string): string {
  const sex = sexOf(recorded);
  return sex === undefined ? recorded : words.sexes[sex];
}

function inFours(hex: string): string {
  return (hex.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}
