/**
 * Maps report text to an Observation's value. A number is exported as such only when its text is unambiguous, with its
 * precision (`7.0`); other text stays text.
 */
import type { Observation, Quantity } from 'fhir/r4.d.ts';
import { keepText } from '#contract/json-decimal-text.ts';

export type ObservedValue = Pick<
  Observation,
  'valueQuantity' | 'valueString' | 'valueCodeableConcept' | 'component'
>;

/** A number with an optional unit: `11`, `−38.9 %`, `14 mm`, `1,250.5 ml`. */
const QUANTITY = /^([-−]?\d[\d.,]*)\s*((?:[%\p{L}µ°/][%\p{L}µ°/²³]{0,11})?)$/u;
/** A grade or stage (`4a`, `2D`): its letter is no unit. */
const GRADE = /^\d+[a-e]$/i;
/** Three digits after one mark may be decimals or thousands. No thousands begin with a zero. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const DECIMAL = /^-?\d+(?:[.,]\d+)?$/;
const GROUPED = [/^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/, /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/];
const GROUPED_WHOLE = [/^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/, /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/];

/** Digits that receivers must preserve. Source: FHIR R4, "decimal". */
const DIGITS_MAX = 18;
/** Pattern of a JSON number, which forbids leading zeros. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Maps a text to an Observation's value. @param ownUnit the field's unit, used where the text has none. */
export function observedValue(text: string, ownUnit: string | null = null): ObservedValue {
  const { number, unit } = partsOf(text);
  const plain = plainNumber(number.replace('−', '-'));
  if (plain === undefined) return { valueString: text };
  const said = unit || ownUnit || '';
  return { valueQuantity: quantityOf(plain, said) };
}

/** Splits a text into its number and unit; both empty where it is no number with a unit. */
function partsOf(text: string): { readonly number: string; readonly unit: string } {
  const [, number = '', unit = ''] = GRADE.test(text) ? [] : (QUANTITY.exec(text) ?? []);
  return { number, unit };
}

/** Keeps the number's text, so that its precision is exported. */
function quantityOf(plain: string, unit: string): Quantity {
  const quantity = { value: Number(plain), ...(unit === '' ? {} : { unit }) };
  if (String(quantity.value) !== plain) keepText(quantity, 'value', plain);
  return quantity;
}

/** True for text that reads as a measurement: a number with unit, or with decimals. */
export function isMeasured(text: string): boolean {
  const { number, unit } = partsOf(text);
  return number !== '' && (unit !== '' || /[.,]/.test(number));
}

/**
 * Normalises a number for JSON. Undefined for text that is no number, is ambiguous, or cannot be written in JSON.
 */
function plainNumber(text: string): string | undefined {
  const plain = ungrouped(text);
  const isKept =
    plain !== undefined && JSON_NUMBER.test(plain) && plain.replaceAll(/\D/g, '').length <= DIGITS_MAX;
  return isKept ? plain : undefined;
}

function ungrouped(text: string): string | undefined {
  if (AMBIGUOUS.test(text)) return undefined;
  if (DECIMAL.test(text)) return text.replace(',', '.');
  if (GROUPED.some((form) => form.test(text))) {
    const mark = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
    return `${text.slice(0, mark).replaceAll(/[.,]/g, '')}.${text.slice(mark + 1)}`;
  }
  return GROUPED_WHOLE.some((form) => form.test(text)) ? text.replaceAll(/[.,]/g, '') : undefined;
}
