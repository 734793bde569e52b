/** One thing to look at before signing, and the parts of a report the checks read. */

export type QualityCode =
  | 'field_unfilled'
  | 'field_not_a_number'
  | 'field_out_of_range'
  | 'impression_missing'
  | 'impression_empty'
  | 'placeholder_left'
  | 'side_mismatch'
  | 'sex_organ_mismatch'
  | 'exam_date_in_future'
  | 'unit_missing'
  | 'leading_zero_missing'
  | 'finding_not_in_impression';

export interface QualityFinding {
  readonly code: QualityCode;
  readonly severity: 'block' | 'warn';
  /** What the sentence needs: `label`, `text`, `side`, `word`, `part` …; values as they stand in the report. */
  readonly params: Readonly<Record<string, string>>;
  /** Where Enter goes: a field by its place among the fields, a section by its code, or nowhere. */
  readonly target:
    | { readonly kind: 'field'; readonly ordinal: number }
    | { readonly kind: 'section'; readonly code: string }
    | null;
}

/** LOINC codes of the two sections that are held against each other. */
export const FINDINGS_CODE = '59776-5';
export const IMPRESSION_CODE = '19005-8';

/** The parts of a report the checks read. */
export interface ReportParts {
  readonly title: string;
  readonly whole: string;
  /** The whole without what open fields show: their blanks and defaults are the fields' own matter. */
  readonly written: string;
  readonly findings: string | null;
  readonly impression: string | null;
}

export function warning(
  code: QualityCode,
  params: Readonly<Record<string, string>>,
  target: QualityFinding['target'] = null,
): QualityFinding {
  return { code, severity: 'warn', params, target };
}
