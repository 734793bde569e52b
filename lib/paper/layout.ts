/**
 * Everything around the text of a printed report, and its position: letterhead, patient block, running head, signature,
 * footer and watermark. Shared by the interface's print and the PDF, which draw it themselves.
 */
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import type { ExamRecord, JsonObject } from '#contract/documents/records.ts';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { ageAt } from '#records/identity/age.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import { sexOf } from '#records/identity/sex.ts';
import { readEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportFacts, reportState } from '#records/reports/report-status.ts';
import { readWithdrawnResults } from '#records/reports/withdrawn-results.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import type { PaperDates } from './format-dates.ts';
import type { PrintLabels } from './labels/label-texts.ts';
import { type LetterFacts, type LetterLayout, layOutLetter } from './letter/lay-out-letter.ts';
import type { PaperFact } from './paper-fact.ts';
import type { PaperPatient } from './patient-line.ts';
import { patientLine } from './patient-line.ts';
import {
  earlierBy,
  earlierLines,
  inFours,
  lineOf,
  type PaperSignature,
  proofsOf,
  provenBy,
  signedBy,
} from './signature/signature-lines.ts';
import { watermarkOf } from './watermark.ts';

export interface PaperFacts {
  readonly vault_name: string;
  readonly record: Pick<ExamRecord, 'title' | 'modality' | 'exam_date' | 'custom_attributes'>;
  readonly patient: PaperPatient | undefined;
  /** The printed version, or the one the text is based on; undefined before the first. */
  readonly version: Omit<DocumentVersion, 'ciphertext_bytes'> | undefined;
  /** Number of that version; 0 before the first. */
  readonly seq: number;
  /** True when the text differs from that version. */
  readonly is_draft: boolean;
  readonly prepared_by: string;
  readonly signatures: readonly PaperSignature[];
  /** A communicated critical result that the text does not say, as recorded after signing. */
  readonly critical?: CriticalResult | undefined;
  /** With a letterhead or a recipient; else the plain page. */
  readonly letter?: LetterFacts | undefined;
}

export interface PaperLayout {
  readonly title: string;
  /** Printed across every page; undefined for a signed report. */
  readonly watermark: string | undefined;
  /** Takes the place of letterhead and block. */
  readonly letter: LetterLayout | undefined;
  readonly letterhead: { readonly name: string; readonly detail: string };
  /** Rows of two facts each. */
  readonly block: readonly (readonly [PaperFact | undefined, PaperFact | undefined])[];
  /** Running head at the top of every page but the first. */
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
    /** `addendum`: the page on which the next addendum starts; undefined for none. */
    readonly page: (page: number, pages: number, addendum: number | undefined) => string;
    /** Seal line of the version; undefined before the first version. */
    readonly seal: PaperSeal | undefined;
  };
}

/** The line that identifies the version on a page. */
export interface PaperSeal {
  readonly before: string;
  readonly version_id: string;
  /** Label and sixteen characters of the sealed envelope's SHA-256, in groups of four; undefined for a draft. */
  readonly hash: readonly [word: string, digits: string] | undefined;
}

export function layOutPaper(facts: PaperFacts, words: PrintLabels, dates: PaperDates): PaperLayout {
  const { record, patient, version, seq, is_draft: isDraft } = facts;
  const { status, pending, signed_by, signed_at } = reportFacts(record.custom_attributes);
  const proven = provenBy(facts);
  const earlier = earlierBy(facts, proven);
  // Signed, then changed: the signatures belong to another version.
  const isOther = !isDraft && facts.signatures.length > 0 && proven.length === 0;
  const signed = !isDraft && pending === null && isSigned(status) && !isOther;
  const isWithdrawn = !isDraft && reportState(status) === 'enteredInError';
  const ofSample = isSample(record.custom_attributes);
  const isToReport = !isDraft && reportState(status) === 'toReport';
  const state = words.states[isDraft ? 'draft' : reportState(status)];
  const moment = (instant: string) => `${dates.shortDay(instant)} ${dates.clockTime(instant)}`;
  const line = patientLine(patient, dates);
  const title = record.title ?? words.noTitle;
  const day = record.exam_date === null ? '' : dates.shortDay(record.exam_date);
  const block = blockOf(facts, words, dates, {
    label: words.status,
    value: state,
    is_strong: true,
    rest: `, ${isDraft ? words.draftOf(seq) : words.version(seq)}`,
  });
  const written_at = version?.created_at;
  return {
    title,
    watermark: watermarkOf({ isSample: ofSample, isDraft, isToReport, isWithdrawn, isSigned: signed }, words),
    letter:
      facts.letter &&
      layOutLetter(
        { letter: facts.letter, record, patient_name: patient?.name, block, written_at },
        words,
        dates,
      ),
    letterhead: { name: facts.vault_name, detail: record.modality ?? '' },
    block,
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
                ? earlier.length > 0
                  ? [
                      ...earlierLines(earlier, words, moment),
                      ...proven.map((each) => lineOf(each, words, moment)),
                    ].join('; ')
                  : signedBy({ signed_by, signed_at }, proven, words, moment)
                : isOther
                  ? words.otherSigned
                  : words.unsignedText,
        },
        ...withdrawnFact(record.custom_attributes, words),
        ...(facts.critical === undefined || isWithdrawn
          ? []
          : [{ label: words.criticalResult, value: words.criticalTold(facts.critical) }]),
      ],
      proofs: isDraft ? [] : proofsOf([...earlier, ...proven], words, moment),
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
      note: [
        ofSample ? words.sampleNote : '',
        isDraft
          ? words.unsealed
          : signed || isWithdrawn
            ? state
            : isToReport
              ? words.toReportText
              : words.notSigned,
      ]
        .filter(Boolean)
        .join(', '),
      page: (page, pages, addendum) => {
        const more = addendum === undefined ? words.continued(page + 1) : words.addendumOn(addendum);
        return page === pages ? words.page(page, pages) : `${words.page(page, pages)} – ${more}`;
      },
      seal: version && {
        before: isDraft ? words.draftOf(seq) : words.sealedLine(seq, moment(version.created_at)),
        version_id: version.version_id,
        hash: isDraft ? undefined : [words.seal, inFours(version.sha256)],
      },
    },
  };
}

function blockOf(
  { record, patient, version }: PaperFacts,
  words: PrintLabels,
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

/** States withdrawn results in the text. */
function withdrawnFact(attributes: JsonObject | null, { withdrawnResults }: PrintLabels): PaperFact[] {
  const names = readWithdrawnResults(attributes).map(({ name }) => name);
  return names.length === 0 ? [] : [{ label: withdrawnResults, value: names.join(', '), is_strong: true }];
}

function performedAt(instant: string, dates: PaperDates): string {
  const isDayOnly = instant.endsWith('T00:00:00.000Z');
  return isDayOnly ? dates.shortDay(instant) : `${dates.shortDay(instant)}, ${dates.clockTime(instant)}`;
}

function wordOfSex(words: PrintLabels, recorded: string): string {
  const sex = sexOf(recorded);
  return sex === undefined ? recorded : words.sexes[sex];
}
