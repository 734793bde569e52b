/**
 * Finds open fields, untouched template text, values outside a choice list, and numbers that are invalid or out of
 * range in the field's unit. A field counts as filled by its content, not only by its mark, which a program may have set.
 */
import type { ReportField } from '#report/review/field-list.ts';
import { convertUnit } from '#report/review/measurements/convert-unit.ts';
import { statedUnit } from '#report/review/measurements/measured-unit.ts';
import { chosenOptions } from '#report/state/chosen-options.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { type QualityFinding, warning } from './quality-finding.ts';

export function checkFields(fields: readonly ReportField[]): QualityFinding[] {
  return [
    ...fields.flatMap(checkField),
    ...together('value_empty', 'block', fields.filter(isEmptyToday)),
    ...together('defaults_untouched', 'block', fields.filter(isUntouchedDefault)),
    ...together(
      'normals_not_reviewed',
      'warn',
      fields.filter((field) => isConfirmed(field) && field.not_reviewed === true),
    ),
    ...together('optional_open', 'warn', fields.filter(isOptionalBlank)),
  ];
}

/** True when the field's own content shows that it was filled. */
export function isConfirmed({ filled, text }: Pick<ReportField, 'filled' | 'text'>): boolean {
  return filled && /[^\s_[\]]/u.test(text) && !text.includes(FIELD_BLANK);
}

/** True for an open field that is not required and has no template text: it may be left out of the report. */
export function isOptionalBlank(field: ReportField): boolean {
  const isOpen = !isConfirmed(field) && field.completion === 'none' && !isUntouchedDefault(field);
  return isOpen && field.of_today !== true;
}

/** True for an empty value of today beside the prior's. Untouched template text there is reported as such. */
export function isEmptyToday(field: ReportField): boolean {
  return field.of_today === true && !isConfirmed(field) && !isUntouchedDefault(field);
}

/** True for unconfirmed template text. Required fields are reported separately. */
export function isUntouchedDefault(field: ReportField): boolean {
  const { completion, default_text: preset, text } = field;
  return !isConfirmed(field) && completion !== 'prohibit' && preset !== '' && text.trim() === preset.trim();
}

function checkField(field: ReportField): QualityFinding[] {
  const target = { kind: 'field', ordinal: field.ordinal } as const;
  const params = { label: labelOf(field) };
  if (!isConfirmed(field)) {
    if (field.completion === 'none' || isUntouchedDefault(field) || isEmptyToday(field)) return [];
    const severity = field.completion === 'prohibit' ? 'block' : 'warn';
    return [{ code: 'field_unfilled', severity, params, target }];
  }
  const unknown = unknownChoice(field);
  if (unknown !== undefined)
    return [{ code: 'choice_unknown', severity: 'block', params: { ...params, text: unknown }, target }];
  return field.kind === 'number' ? checkNumber(field, params, target) : [];
}

/** The first chosen value that is not in the list. */
function unknownChoice({ kind, options, text }: ReportField): string | undefined {
  if (options.length === 0 || (kind !== 'select' && kind !== 'multi')) return undefined;
  const chosen = kind === 'multi' ? chosenOptions(options, text.trim()) : [text.trim()];
  return chosen.find((choice) => !options.some((option) => option.trim() === choice.trim()));
}

/** Merges findings of many fields into one, with their number and the first as target. */
function together(
  code: QualityFinding['code'],
  severity: QualityFinding['severity'],
  fields: readonly ReportField[],
): QualityFinding[] {
  const [first] = fields;
  if (first === undefined) return [];
  const params = { count: String(fields.length), label: labelOf(first) };
  return [{ code, severity, params, target: { kind: 'field', ordinal: first.ordinal } }];
}

function labelOf({ label, id }: ReportField): string {
  return label === '' ? id : label;
}

function checkNumber(
  field: ReportField,
  params: { readonly label: string },
  target: QualityFinding['target'],
): QualityFinding[] {
  const typed = numberOfText(field.text);
  if (typed === null) return [warning('field_not_a_number', { ...params, text: field.text }, target)];
  const { min, max } = field;
  const unit = field.unit?.trim() || statedUnit(field.label) || '';
  const value = typed.unit === '' || unit === '' ? typed.value : convertUnit(typed.value, typed.unit, unit);
  if (value === null)
    return [warning('field_unit_differs', { ...params, text: field.text, expected: unit }, target)];
  if ((min === null || value >= min) && (max === null || value <= max)) return [];
  const withUnit = (limit: number | null) =>
    limit === null ? '' : unit === '' ? String(limit) : `${limit} ${unit}`;
  const range = { min: withUnit(min), max: withUnit(max) };
  return [warning('field_out_of_range', { ...params, ...range, text: field.text }, target)];
}

/** Accepts comma or point as decimal mark; a unit may follow. */
function numberOfText(text: string): { readonly value: number; readonly unit: string } | null {
  const match = /^([+−-]?\d+(?:[.,]\d+)?)\s*([^\d\s]{0,10}[23]?)$/.exec(text.trim());
  if (match === null) return null;
  const [, number = '', unit = ''] = match;
  return { value: Number(number.replace(',', '.').replace('−', '-')), unit };
}
