/** Unit conversion of measured values. Reads units from table heads, fields and the text after a number. */

const MM_PER: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 };

/** Longest first: `cm` must not match in `cm²` or `cm/s`. */
const SYMBOL =
  /(?<![\p{L}/])(?<!\d[\s\u00A0]?)(mmHg|mm[²³23]|cm[²³23]|[cm]m\/s|mg\/ml|g\/ml|SUV[a-z]{0,4}|HU|HE|UH|[mc]m|[CM]M|m[lL]|°(?!\s?C)|%)(?![\p{L}\p{N}/²³^])/gu;
/** Units that are also words count only after a comma or in brackets, as in a table head. */
const WORD = /[,([]\s*(m|deg|degrees?|Grad|degrés?|grados?|graus?|s|ms|g|kg|Gy|mGy)\s*(?:[)\]]|$)/giu;
const BEHIND =
  /^[\s\u00A0]*(mmHg|mm[²³23]|cm[²³23]|[cm]m\/s|mg\/ml|g\/ml|SUV[a-z]{0,4}|HU|HE|UH|[mc]m|[CM]M|m[lL]|°(?!\s?C)|%|deg|degrees?|Grad|degrés?|grados?|graus?|Gy)(?![\p{L}\p{N}/²³^])/u;

const DEGREE = /^(?:°|deg|degrees?|grad|degrés?|grados?|graus?)$/i;
const HOUNSFIELD = /^(?:HU|HE|UH)$/i;

/** Normalises a unit's spelling. */
export function plainUnit(unit: string): string {
  const trimmed = unit.trim();
  if (DEGREE.test(trimmed)) return '°';
  if (HOUNSFIELD.test(trimmed)) return 'HU';
  const lower = trimmed.toLowerCase();
  return MM_PER[lower] === undefined ? trimmed : lower;
}

/** The single unit stated in a head or label; undefined for none, or several. */
export function statedUnit(text: string): string | undefined {
  const found = [...text.matchAll(SYMBOL), ...text.matchAll(WORD)].map((match) => plainUnit(match[1] ?? ''));
  const [unit, ...others] = new Set(found);
  return others.length === 0 ? unit : undefined;
}

/** The unit at the start of a text that follows a number. */
export function unitBehind(text: string): string | undefined {
  const unit = BEHIND.exec(text)?.[1];
  return unit === undefined ? undefined : plainUnit(unit);
}

/** True for two lengths, and for short names of an uptake; other units are not converted. */
export function isConvertible(unit: string, wanted: string): boolean {
  const [from, to] = [plainUnit(unit), plainUnit(wanted)];
  if (from === to) return true;
  if (to === 'SUV') return from.startsWith('SUV');
  return MM_PER[from] !== undefined && MM_PER[to] !== undefined;
}

/** Rounds as reports do: whole units, one decimal below one; lengths to the millimetre in any unit. */
export function reportedNumber(value: number, unit: string, wanted = unit, digits = 0): string {
  const [from, to] = [MM_PER[plainUnit(unit)], MM_PER[plainUnit(wanted)]];
  if (digits > 0) return written(value.toFixed(digits));
  // A length is shown with one decimal while it is measured: what reads 1.5 mm never becomes 0.1 cm.
  const inFinest = from === undefined ? value : Math.round(value * from * 10) / 10;
  const rounded = Math.abs(inFinest) < 1 ? Math.round(inFinest * 10) / 10 : Math.round(inFinest);
  const converted = to === undefined ? rounded : rounded / to;
  return written(String(Number(converted.toFixed(4)) || 0));
}

/** Number and unit with a non-breaking space. */
export function withUnit(number: string, unit: string): string {
  return plainUnit(unit) === '°' ? `${number}°` : `${number}\u00A0${unit}`;
}

function written(text: string): string {
  return text.replace('-', '−');
}
