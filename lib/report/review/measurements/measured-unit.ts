/** Units as heads, fields and the text behind them state them; a value in one of them becomes a value in another. */

const MM_PER: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 };

/** Longest first: `cm` must not be read out of `cm²` or `cm/s`. */
const SYMBOL =
  /(?<![\p{L}/])(?<!\d[\s\u00A0]?)(mmHg|mm[²³23]|cm[²³23]|[cm]m\/s|mg\/ml|g\/ml|SUV[a-z]{0,4}|HU|HE|UH|[mc]m|[CM]M|m[lL]|°(?!\s?C)|%)(?![\p{L}\p{N}/²³^])/gu;
/** Words that stand in sentences too count only where a head puts its unit: behind a comma or in brackets. */
const WORD = /[,([]\s*(m|deg|degrees?|Grad|degrés?|grados?|graus?|s|ms|g|kg|Gy|mGy)\s*(?:[)\]]|$)/giu;
const BEHIND =
  /^[\s\u00A0]*(mmHg|mm[²³23]|cm[²³23]|[cm]m\/s|mg\/ml|g\/ml|SUV[a-z]{0,4}|HU|HE|UH|[mc]m|[CM]M|m[lL]|°(?!\s?C)|%|deg|degrees?|Grad|degrés?|grados?|graus?|Gy)(?![\p{L}\p{N}/²³^])/u;

const DEGREE = /^(?:°|deg|degrees?|grad|degrés?|grados?|graus?)$/i;
const HOUNSFIELD = /^(?:HU|HE|UH)$/i;

/** One spelling for each unit. */
export function plainUnit(unit: string): string {
  const trimmed = unit.trim();
  if (DEGREE.test(trimmed)) return '°';
  if (HOUNSFIELD.test(trimmed)) return 'HU';
  const lower = trimmed.toLowerCase();
  return MM_PER[lower] === undefined ? trimmed : lower;
}

/** The one unit a head or label states; undefined where it states none, or more than one. */
export function statedUnit(text: string): string | undefined {
  const found = [...text.matchAll(SYMBOL), ...text.matchAll(WORD)].map((match) => plainUnit(match[1] ?? ''));
  const [unit, ...others] = new Set(found);
  return others.length === 0 ? unit : undefined;
}

/** The unit a text begins with: it belongs to the number before it. */
export function unitBehind(text: string): string | undefined {
  const unit = BEHIND.exec(text)?.[1];
  return unit === undefined ? undefined : plainUnit(unit);
}

/** Lengths become each other, and an uptake may be named in short; nothing else is what it is not. */
export function isConvertible(unit: string, wanted: string): boolean {
  const [from, to] = [plainUnit(unit), plainUnit(wanted)];
  if (from === to) return true;
  if (to === 'SUV') return from.startsWith('SUV');
  return MM_PER[from] !== undefined && MM_PER[to] !== undefined;
}

/** Rounded as reports give it: whole units, a tenth below one; lengths to the millimetre in whatever unit. */
export function reportedNumber(value: number, unit: string, wanted = unit, digits = 0): string {
  const [from, to] = [MM_PER[plainUnit(unit)], MM_PER[plainUnit(wanted)]];
  if (digits > 0) return written(value.toFixed(digits));
  const inFinest = from === undefined ? value : value * from;
  const rounded = Math.abs(inFinest) < 1 ? Math.round(inFinest * 10) / 10 : Math.round(inFinest);
  const converted = to === undefined ? rounded : rounded / to;
  return written(String(Number(converted.toFixed(4)) || 0));
}

/** A number with its unit, a space between them that does not break. */
export function withUnit(number: string, unit: string): string {
  return plainUnit(unit) === '°' ? `${number}°` : `${number}\u00A0${unit}`;
}

function written(text: string): string {
  return text.replace('-', '−');
}
