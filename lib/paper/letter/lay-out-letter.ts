/**
 * A printed report as a letter: letterhead, recipient's window, box of facts, subject, sign-off and copies. Positions
 * are those of DIN 5008 and of the American no. 10 envelope; shared by the interface's print and the PDF.
 * Source: visual reference, section 14 ("Letter").
 */

import type { ExamRecord } from '#contract/documents/records.ts';
import type { Letterhead, LetterRecipient, LetterWindow } from '#contract/exchange/letter.ts';
import type { PaperDates } from '#paper/format-dates.ts';
import type { PrintLabels } from '#paper/labels/label-texts.ts';
import type { PaperFact } from '#paper/paper-fact.ts';
import { letterheadFor } from '#records/letter/letterhead.ts';
import { readOrderParties } from '#records/letter/order-parties.ts';

export interface LetterFacts {
  readonly letterhead: Letterhead;
  /** False on pre-printed paper: no head and no foot of the practice. */
  readonly shows_head: boolean;
  readonly to: LetterRecipient;
  readonly patient_address: readonly string[];
  /** The report's words: a clinical question it contains is not repeated. */
  readonly text: string;
}

export interface LetterLayout {
  readonly place: LetterPlace;
  readonly head: LetterHead | undefined;
  /** Small line above the recipient; empty without a head. */
  readonly sender: string;
  readonly recipient: readonly string[];
  /** Rows beside the window, in two parts: who, and what. */
  readonly box: readonly (readonly PaperFact[])[];
  readonly subject: string;
  readonly question: PaperFact | undefined;
  readonly sign_off: readonly string[];
  readonly shows_keys: boolean;
  /** Each as one line. */
  readonly copies: { readonly label: string; readonly lines: readonly string[] } | undefined;
  /** At the foot of every page; empty for none. */
  readonly foot: string;
}

interface LetterHead {
  readonly name: string;
  readonly detail: string;
  readonly contact: readonly string[];
  /** PNG, base64; null for the seal of the vault. */
  readonly logo: string | null;
}

/** Millimetres from the sheet's left and upper edge. */
interface LetterPlace {
  readonly window_kind: LetterWindow;
  readonly sheet: 'a4' | 'us_letter';
  /** Of the practice's head. */
  readonly head: number;
  /** Of the address field, its sender line first; undefined where recipient and facts follow the head. */
  readonly window: { readonly top: number; readonly left: number } | undefined;
  readonly subject: number;
  /** Marks at the left edge. */
  readonly folds: readonly number[];
}

export const LETTER_MARGIN = { left: 25, right: 20 } as const;

const PLACES: Readonly<Record<LetterWindow, LetterPlace>> = {
  din_5008_a: {
    window_kind: 'din_5008_a',
    ...{ sheet: 'a4', head: 6, subject: 77, folds: [87, 148.5, 192] },
    window: { top: 27, left: 25 },
  },
  din_5008_b: {
    window_kind: 'din_5008_b',
    ...{ sheet: 'a4', head: 13, subject: 95, folds: [105, 148.5, 210] },
    window: { top: 45, left: 25 },
  },
  us_10: {
    window_kind: 'us_10',
    sheet: 'us_letter',
    head: 12,
    subject: 95,
    folds: [],
    window: { top: 33.1, left: 25 },
  },
  none: { window_kind: 'none', sheet: 'a4', head: 13, subject: 0, folds: [], window: undefined },
};

interface LetterContent {
  readonly letter: LetterFacts;
  readonly record: Pick<ExamRecord, 'title' | 'modality' | 'exam_date' | 'custom_attributes'>;
  readonly patient_name: string | undefined;
  readonly block: readonly (readonly [PaperFact | undefined, PaperFact | undefined])[];
  /** Day of the printed version; undefined before the first. */
  readonly written_at: string | undefined;
}

export function layOutLetter(content: LetterContent, words: PrintLabels, dates: PaperDates): LetterLayout {
  const { letter, record, block, written_at } = content;
  const head = letterheadFor(letter.letterhead, record.modality);
  const { copy_to, clinical_question } = readOrderParties(record.custom_attributes);
  const contact = [...linesOf(head.address), head.phone, head.email].filter(Boolean);
  const day = record.exam_date === null ? '' : dates.shortDay(record.exam_date);
  const [patient = [], exam = []] = [0, 1].map((side) => block.flatMap((row) => row[side] ?? []));
  // The subject names the exam.
  const [, ...examFacts] = exam;
  return {
    place: PLACES[head.window],
    head: letter.shows_head
      ? { name: head.name, detail: head.second_line, contact, logo: head.logo }
      : undefined,
    sender: letter.shows_head ? [head.name, ...linesOf(head.address)].filter(Boolean).join(', ') : '',
    recipient: recipientOf(content),
    box: [
      patient,
      written_at === undefined
        ? examFacts
        : [...examFacts, { label: words.date, value: dates.shortDay(written_at) }],
    ],
    subject: [record.title ?? words.noTitle, day].filter(Boolean).join(', '),
    question:
      clinical_question === undefined || flat(letter.text).includes(flat(clinical_question))
        ? undefined
        : { label: words.question, value: clinical_question },
    sign_off: linesOf(head.signature_text),
    shows_keys: head.shows_keys,
    copies:
      copy_to.length === 0
        ? undefined
        : { label: words.copyTo, lines: copy_to.map(({ name, address }) => [name, ...address].join(', ')) },
    foot: letter.shows_head
      ? [...linesOf(head.footer), ...linesOf(head.registration)].filter(Boolean).join(' · ')
      : '',
  };
}

function recipientOf({ letter, record, patient_name }: LetterContent): readonly string[] {
  if (letter.to === 'patient') return patient_name ? [patient_name, ...letter.patient_address] : [];
  if (letter.to === 'none') return [];
  const { referrer } = readOrderParties(record.custom_attributes);
  return referrer ? [referrer.name, ...referrer.address] : [];
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
