/** Columns of the full-text index of reports: a coded section each, captions, and all other text. */
export const TEXT_COLUMNS = [
  'other',
  'caption',
  'clinical_information',
  'indication',
  'request',
  'history',
  'procedure',
  'comparison',
  'findings',
  'impression',
  'recommendation',
] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

/** Folded words of a report by column, in order; a sentence ends with `SENTENCE_END`. */
export type ReportWords = Partial<Record<TextColumn, string>>;

/** A word that no text has, between sentences, so that no phrase matches across two. */
export const SENTENCE_END = '\u{E000}';

/** Searched words that must follow each other, folded. */
export interface TextTerm {
  /** The only section to look in; null for all. */
  readonly column: TextColumn | null;
  readonly words: readonly [string, ...string[]];
  /** True when the last word is the beginning of one. */
  readonly isPrefix: boolean;
}
