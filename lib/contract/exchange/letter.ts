/** What a letter shows beside its report, as templates of kind `letterhead` and signatures keep it. */
import { type TUnsafe, Type } from 'typebox';
import type { Identifiers } from '#contract/documents/records.ts';
import type { PaperLocale } from './paper-locale.ts';

export const LETTER_WINDOWS = ['din_5008_a', 'din_5008_b', 'us_10', 'none'] as const;
export type LetterWindow = (typeof LETTER_WINDOWS)[number];

/** Texts of a letterhead; those of several lines have line feeds. */
export const LETTERHEAD_TEXTS = [
  'name',
  'second_line',
  'address',
  'phone',
  'email',
  'signature_text',
  'registration',
  'footer',
] as const;
export type LetterheadText = (typeof LETTERHEAD_TEXTS)[number];
export type LetterheadTexts = Readonly<Record<LetterheadText, string>>;

export interface Letterhead extends LetterheadTexts {
  readonly window: LetterWindow;
  /** True where seal figure and key fingerprints stand below the signature. */
  readonly shows_keys: boolean;
  /** PNG, base64; null for the seal of the vault. */
  readonly logo: string | null;
  /** By modality, such as `US`; an empty or absent text is the common one. */
  readonly variants: Readonly<Record<string, Partial<LetterheadTexts>>>;
}

/** A letterhead with the name people call it by. */
export interface NamedLetterhead {
  readonly title: string;
  readonly letterhead: Letterhead;
}

/**
 * What a signature keeps for the letter of its version: whatever the letter shows that is not in the version itself. A
 * later letterhead or correction of the patient changes nothing of a letter that was signed.
 */
export interface BoundLetter {
  readonly prepared_by: string;
  /** Null without a patient. */
  readonly patient: BoundPatient | null;
  /** Letterheads the group had at signing, oldest first. */
  readonly letterheads: readonly NamedLetterhead[];
  /** The signer's; absent where the signer is a program, or signed before it was kept. */
  readonly locale?: PaperLocale;
}

export interface BoundPatient {
  readonly document_id: string;
  readonly name: string;
  readonly birth_date: string | null;
  readonly biological_sex: string | null;
  readonly identifiers: Identifiers;
  readonly address: readonly string[];
}

/** Null for signatures made before letters had letterheads. */
export const BoundLetterSchema: TUnsafe<BoundLetter | null> = Type.Unsafe({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'What the letter of the signed version shows for ever',
});

/** Recipients a letter is asked for with; `none` leaves the window empty. */
export const LETTER_RECIPIENTS = ['referrer', 'patient', 'none'] as const;
export type LetterRecipient = (typeof LETTER_RECIPIENTS)[number];
