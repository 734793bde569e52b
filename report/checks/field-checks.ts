/** Fields left open, and numbers that are none or out of their range. */
import type { ReportField } from '#report/review/field-list.ts';
import { type QualityFinding, warning } from './quality-finding.ts';

export function checkFields(fields: readonly ReportField[]): QualityFinding[] {
  return fields.flatMap((field) => {
    const target = { kind: 'field', ordinal: field.ordinal } as const;
    const params = { label: field.label === '' ? field.id : field.label };
    if (!field.filled) {
      if (field.completion === 'none') return [];
      const severity = field.completion === 'prohibit' ? 'block' : 'warn';
      return [{ code: 'field_unfilled', severity, params, target }];
    }
    return field.kind === 'number' ? checkNumber(field, params, target) : [];
  });
}

function checkNumber(
  field: ReportField,
  params: { readonly label: string },
  target: QualityFinding['target'],
): QualityFinding[] {
  const value = numberOfText(field.text);
  if (value === null) return [warning('field_not_a_number', { ...params, text: field.text }, target)];
  const { min, max } = field;
  if ((min === null || value >= min) && (max === null || value <= max)) return [];
  const range = { min: min === null ? '' : String(min), max: max === null ? '' : String(max) };
  return [warning('field_out_of_range', { ...params, ...range, text: field.text }, target)];
}

/** Comma or point; a unit may follow. */
function numberOfText(text: string): number | null {
  const match = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*[^\d\s]{0,10}\s*$/.exec(text);
  return match === null ? null : Number((match[1] ?? '').replace(',', '.'));
}
