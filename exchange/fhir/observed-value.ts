/**
 * A text of a report as the value of an Observation. A number goes out as one only when its text allows a single
 * reading and JSON keeps its precision; every other text goes out as it stands.
 */
import type { Observation } from 'fhir/r4.d.ts';

export type ObservedValue = Pick<
  Observation,
  'valueQuantity' | 'valueString' | 'valueCodeableConcept' | 'component'
>;

/** A number and, maybe, its unit: `11`, `−38.9 %`, `14 mm`, `1,250.5 ml`. */
const QUANTITY = /^([-−]?\d[\d.,]*)\s*([%\p{L}µ°/²³]{0,12})$/u;
/** Three digits behind one mark: a decimal or thousands. No group of thousands begins with a zero. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const DECIMAL = /^-?\d+(?:[.,]\d+)?$/;
const GROUPED = [/^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/, /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/];
const GROUPED_WHOLE = [/^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/, /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$/];

export function observedValue(text: string): ObservedValue {
  const [, number = '', unit = ''] = QUANTITY.exec(text) ?? [];
  const value = numberOf(number.replace('−', '-'));
  if (value === undefined) return { valueString: text };
  return { valueQuantity: { value, ...(unit === '' ? {} : { unit }) } };
}

/** Whether a text reads as a measurement: a number with a unit behind it, or with decimals. */
export function isMeasured(text: string): boolean {
  const [, number = '', unit = ''] = QUANTITY.exec(text) ?? [];
  return number !== '' && (unit !== '' || /[.,]/.test(number));
}

/** Undefined for text that is no number, allows two readings, or loses digits as a JSON number (`7.0`). */
function numberOf(text: string): number | undefined {
  const plain = plainNumber(text);
  if (plain === undefined) return undefined;
  const value = Number(plain);
  return String(value) === plain ? value : undefined;
}

function plainNumber(text: string): string | undefined {
  if (AMBIGUOUS.test(text)) return undefined;
  if (DECIMAL.test(text)) return text.replace(',', '.');
  if (GROUPED.some((form) => form.test(text))) {
    const mark = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
    return `${text.slice(0, mark).replaceAll(/[.,]/g, '')}.${text.slice(mark + 1)}`;
  }
  return GROUPED_WHOLE.some((form) => form.test(text)) ? text.replaceAll(/[.,]/g, '') : undefined;
}
