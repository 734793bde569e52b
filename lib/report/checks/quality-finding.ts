/** Types of a finding before signing, and the report parts that checks read. */

export type QualityCode =
  | 'patient_missing'
  | 'report_empty'
  | 'picture_of_other'
  | 'picture_not_here'
  | 'picture_unread'
  | 'picture_unnamed'
  | 'critical_untold'
  | 'critical_told_elsewhere'
  | 'critical_not_in_text'
  | 'critical_not_read_back'
  | 'copied_not_looked'
  | 'copied_of_then'
  | 'value_empty'
  | 'defaults_untouched'
  | 'normals_not_reviewed'
  | 'optional_open'
  | 'choice_unknown'
  | 'field_unfilled'
  | 'field_not_a_number'
  | 'field_out_of_range'
  | 'field_unit_differs'
  | 'impression_missing'
  | 'impression_empty'
  | 'placeholder_left'
  | 'side_mismatch'
  | 'finding_side_mismatch'
  | 'side_missing'
  | 'place_mismatch'
  | 'place_impossible'
  | 'sex_organ_mismatch'
  | 'exam_date_in_future'
  | 'date_impossible'
  | 'date_in_future'
  | 'date_after_exam'
  | 'date_before_birth'
  | 'identity_mismatch'
  | 'unit_missing'
  | 'leading_zero_missing'
  | 'finding_not_in_impression'
  | 'finding_contradicted'
  | 'contradiction_within'
  | 'critical_contradicted'
  | 'sum_wrong'
  | 'today_empty'
  | 'cell_two_numbers'
  | 'measure_disagrees'
  | 'change_disagrees'
  | 'size_contradicted'
  | 'decimal_mixed'
  | 'follow_up_unrecorded';

/** Checks shown to a person, each with the codes it may report. */
export const FOUND_BY = {
  fields: [
    'field_unfilled',
    'value_empty',
    'defaults_untouched',
    'normals_not_reviewed',
    'optional_open',
    'choice_unknown',
  ],
  numbers: ['field_not_a_number', 'field_out_of_range', 'field_unit_differs'],
  impression: ['impression_missing', 'impression_empty'],
  placeholder: ['placeholder_left'],
  side: ['side_mismatch', 'finding_side_mismatch', 'side_missing'],
  place: ['place_mismatch', 'place_impossible'],
  sex: ['sex_organ_mismatch'],
  date: ['exam_date_in_future', 'date_impossible', 'date_in_future', 'date_after_exam', 'date_before_birth'],
  unit: ['unit_missing'],
  zero: ['leading_zero_missing'],
  findings: ['finding_not_in_impression', 'finding_contradicted', 'contradiction_within'],
  sums: ['sum_wrong', 'measure_disagrees', 'change_disagrees', 'today_empty', 'cell_two_numbers'],
  decimals: ['decimal_mixed'],
} as const satisfies Readonly<Record<string, readonly QualityCode[]>>;

export type QualityCheck = keyof typeof FOUND_BY;

export const QUALITY_CHECKS = [
  'fields',
  'numbers',
  'impression',
  'unit',
  'zero',
  'date',
  'sex',
  'side',
  'place',
  'placeholder',
  'findings',
  'sums',
  'decimals',
] as const satisfies readonly QualityCheck[];

export interface QualityFinding {
  readonly code: QualityCode;
  readonly severity: 'block' | 'warn';
  /** Parameters of the sentence: `label`, `text`, `side`, `word`, `part` …; values as in the report. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * Where Enter jumps to: a field by its position among the fields, a section by its code, a table cell, words by their
   * occurrence in the report (`within` null) or in one section, or nowhere.
   */
  readonly target:
    | { readonly kind: 'field'; readonly ordinal: number }
    | { readonly kind: 'section'; readonly code: string }
    | { readonly kind: 'cell'; readonly table: number; readonly row: number; readonly column: number }
    | {
        readonly kind: 'words';
        readonly text: string;
        readonly nth: number;
        readonly within: string | null;
      }
    | null;
}

/** LOINC codes of the two sections that are compared. */
export const FINDINGS_CODE = '59776-5';
export const IMPRESSION_CODE = '19005-8';

/** The parts of a report the checks read. */
export interface ReportParts {
  readonly title: string;
  readonly whole: string;
  /** The whole text without content of open fields, which the field checks handle. */
  readonly written: string;
  readonly findings: string | null;
  readonly impression: string | null;
  /** The impression without labels of unfilled fields. */
  readonly concluded?: string | null;
}

export function warning(
  code: QualityCode,
  params: Readonly<Record<string, string>>,
  target: QualityFinding['target'] = null,
): QualityFinding {
  return { code, severity: 'warn', params, target };
}

/** Converts a match to a target by counting its occurrence. `text` is the searched text. */
export function wordsAt(
  text: string,
  match: { readonly 0: string; readonly index: number },
  within: string | null = null,
): NonNullable<QualityFinding['target']> {
  const words = match[0].trim();
  const before = text.slice(0, match.index + match[0].indexOf(words));
  return { kind: 'words', text: words, nth: before.split(words).length - 1, within };
}
