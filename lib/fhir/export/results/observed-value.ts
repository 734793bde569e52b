/**
 * A text of a report as the value of an Observation. A number goes out as one only when its text allows a single
 * reading, with the precision it has (`7.0`); every other text goes out as it stands.
 */
import type { Observation, Quantity } from 'fhir/r4.d.ts';
import { keepText } from '#contract/decimals.ts';

export type ObservedValue = Pick<
  Observation,
  'valueQuantity' | 'valueString' | 'valueCodeableConcept' | 'component'
>;

/** A number and, maybe, its unit: `11`, `−38.9 %`, `14 mm`, `1,250.5 ml`. */
const QUANTITY = /^([-−]?\d[\d.,]*)\s*((?:[%\p{L}µ°/][%\p{L}µ°/²³]{0,11})?)$/u;
/** A grade or a stage (`4a`, `2D`): its letter is no unit. */
const GRADE = /^\d+[a-e]$/i;
/** Three digits behind one mark: a decimal or thousands. No group of thousands begins with a zero. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const DECIMAL = /^-?\d+(?:[.,]\d+)?$/;
const GROUPED = [/^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/, /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/];
const GROUPED_WHOLE = [/^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/, /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/];

/** Digits a receiver is sure to keep. Source: FHIR R4, "decimal". */
const DIGITS_MAX = 18;
/** JSON has no leading zeros. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** @param ownUnit of the field the text stands in, where the text has none. */
export function observedValue(text: string, ownUnit: string | null = null): ObservedValue {
  const { number, unit } = partsOf(text);
  const plain = plainNumber(number.replace('−', '-'));
  if (plain === undefined) return { valueString: text };
  const said = unit || ownUnit || '';
  return { valueQuantity: quantityOf(plain, said) };
}

/** Empty where the text is no number with a unit. */
function partsOf(text: string): { readonly number: string; readonly unit: string } {
  const [, number = '', unit = ''] = GRADE.test(text) ? [] : (QUANTITY.exec(text) ?? []);
  return { number, unit };
}

/** The number for who computes, its text for who writes it. */
function quantityOf(plain: string, unit: string): Quantity {
  const quantity = { value: Number(plain), ...(unit === '' ? {} : { unit }) };
  if (String(quantity.value) !== plain) keepText(quantity, 'value', plain);
  return quantity;
}

/** Whether a text reads as a measurement: a number with a unit behind it, or with decimals. */
export function isMeasured(text: string): boolean {
  const { number, unit } = partsOf(text);
  return number !== '' && (unit !== '' || /[.,]/.test(number));
}

/** Undefined for text that is no number, allows two readings, or that JSON cannot hold. */
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
