/**
 * Metadata of a report field and its two stored forms: the `field` object of the editor state and the `data-field*`
 * attributes of the HTML. Both are untrusted input; parsing never throws.
 * Source: choices, "Reports"; IHE MRRT, data-field-completion-action.
 */
export const FIELD_KINDS = ['text', 'number', 'date', 'select', 'multi', 'merge'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Effect of an unfilled field at signing: none, a warning, or a refusal. */
export const FIELD_COMPLETIONS = ['none', 'alert', 'prohibit'] as const;
export type FieldCompletion = (typeof FIELD_COMPLETIONS)[number];

export type OptionCodes = Readonly<Record<string, string>>;

export interface FieldMeta {
  readonly id: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly options: readonly string[];
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly completion: FieldCompletion;
  readonly code: string | null;
  /** Codes by option text; absent when no option has one, so that such fields are written as in older versions. */
  readonly option_codes?: OptionCodes;
  /** The template's text; while unchanged, the field is not filled. */
  readonly default_text: string;
  readonly filled: boolean;
  /**
   * Filled together with many fields, and not reviewed since; absent otherwise, so that such fields are written as in
   * older versions.
   */
  readonly not_reviewed?: true | undefined;
}

/** Displayed by a field without default, in the editor and in every export. */
export const FIELD_BLANK = '___';

const EMPTY_FIELD: FieldMeta = {
  id: '',
  label: '',
  kind: 'text',
  options: [],
  unit: null,
  min: null,
  max: null,
  completion: 'none',
  code: null,
  default_text: '',
  filled: false,
};

/** Completes some properties with defaults. */
export function fieldMeta(given: Partial<FieldMeta>): FieldMeta {
  const { option_codes = {}, not_reviewed, ...rest } = given;
  return { ...EMPTY_FIELD, ...rest, ...optionCodes(option_codes), ...notReviewed(not_reviewed === true) };
}

/** The code of an option, by its text. */
export function codeOfOption({ option_codes }: FieldMeta, option: string): string | undefined {
  return option_codes !== undefined && Object.hasOwn(option_codes, option) ? option_codes[option] : undefined;
}

/** Parses untrusted JSON; values of a wrong type get their default. */
export function parseFieldMeta(json: unknown): FieldMeta {
  if (typeof json !== 'object' || json === null) return EMPTY_FIELD;
  const given: Record<string, unknown> = { ...json };
  const options = given['options'];
  return {
    id: textOr(given['id'], ''),
    label: textOr(given['label'], ''),
    kind: memberOr(FIELD_KINDS, given['kind'], 'text'),
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [],
    unit: textOr(given['unit'], null),
    min: numberOrNull(given['min']),
    max: numberOrNull(given['max']),
    completion: memberOr(FIELD_COMPLETIONS, given['completion'], 'none'),
    code: textOr(given['code'], null),
    ...optionCodes(given['option_codes']),
    default_text: textOr(given['default_text'], ''),
    filled: given['filled'] === true,
    ...notReviewed(given['not_reviewed'] === true),
  };
}

export const FIELD_ATTRIBUTE = 'data-field';
const NOT_REVIEWED_ATTRIBUTE = 'data-field-not-reviewed';
const OPTION_CODES_ATTRIBUTE = 'data-field-option-codes';

/** The HTML attributes of a field in fixed order, without those at their default. */
export function fieldAttributes(meta: FieldMeta): [name: string, value: string][] {
  const attributes: [string, string][] = [[FIELD_ATTRIBUTE, meta.id]];
  if (meta.label !== '') attributes.push(['data-field-label', meta.label]);
  attributes.push(['data-field-kind', meta.kind]);
  if (meta.options.length > 0) attributes.push(['data-field-options', JSON.stringify(meta.options)]);
  if (meta.option_codes !== undefined)
    attributes.push([OPTION_CODES_ATTRIBUTE, JSON.stringify(meta.option_codes)]);
  if (meta.unit !== null) attributes.push(['data-field-unit', meta.unit]);
  if (meta.min !== null) attributes.push(['data-field-min', String(meta.min)]);
  if (meta.max !== null) attributes.push(['data-field-max', String(meta.max)]);
  if (meta.completion !== 'none') attributes.push(['data-field-completion', meta.completion]);
  if (meta.code !== null) attributes.push(['data-field-code', meta.code]);
  if (meta.default_text !== '') attributes.push(['data-field-default', meta.default_text]);
  if (meta.filled) attributes.push(['data-field-filled', 'true']);
  if (meta.not_reviewed) attributes.push([NOT_REVIEWED_ATTRIBUTE, 'true']);
  return attributes;
}

/** Parses the attributes; `get` returns null for an absent one. */
export function fieldFromAttributes(get: (name: string) => string | null): FieldMeta {
  return {
    id: get(FIELD_ATTRIBUTE) ?? '',
    label: get('data-field-label') ?? '',
    kind: memberOr(FIELD_KINDS, get('data-field-kind'), 'text'),
    options: optionsFromText(get('data-field-options')),
    unit: get('data-field-unit'),
    min: numberFromText(get('data-field-min')),
    max: numberFromText(get('data-field-max')),
    completion: memberOr(FIELD_COMPLETIONS, get('data-field-completion'), 'none'),
    code: get('data-field-code'),
    ...optionCodes(jsonOrNull(get(OPTION_CODES_ATTRIBUTE))),
    default_text: get('data-field-default') ?? '',
    filled: get('data-field-filled') === 'true',
    ...notReviewed(get(NOT_REVIEWED_ATTRIBUTE) === 'true'),
  };
}

function notReviewed(isMarked: boolean): Pick<FieldMeta, 'not_reviewed'> {
  return isMarked ? { not_reviewed: true } : {};
}

function optionsFromText(text: string | null): readonly string[] {
  const options = jsonOrNull(text);
  return Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [];
}

/** Keeps text values in their order; an invalid or empty table is left out. */
function optionCodes(table: unknown): Pick<FieldMeta, 'option_codes'> {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return {};
  const codes = Object.entries(table).filter(([, code]) => typeof code === 'string' && code !== '');
  return codes.length === 0 ? {} : { option_codes: Object.fromEntries(codes) };
}

function jsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function numberFromText(text: string | null): number | null {
  return text === null || text.trim() === '' ? null : numberOrNull(Number(text));
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

function memberOr<Member extends string>(
  members: readonly Member[],
  value: unknown,
  fallback: Member,
): Member {
  return members.find((member) => member === value) ?? fallback;
}
