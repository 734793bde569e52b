/** Finds measurements without unit or leading zero, and unfilled placeholders in the text. */

import { type QualityFinding, type ReportParts, warning, wordsAt } from './quality-finding.ts';

const UNIT =
  '(?:mm|cm|dm|m|ml|cl|l|cc|µm|mm²|cm²|mm³|cm³|mm2|cm2|mm3|cm3|g|kg|mg|µg|ms|s|min|h|Hz|bpm|mmHg|kPa|HU|HE|SUV|%|°|cm/s|m/s|mg/dl|mmol/l)';

/** `.6 cm`: misread as 6 cm when the point is overlooked. */
const NO_LEADING_ZERO = new RegExp(`(?<![\\p{L}\\d.,])[.,]\\d+\\s*${UNIT}(?![\\p{L}\\d])`, 'gu');

const NUMBER = '\\d+(?:[.,]\\d+)?';

/** `12 x 14` and `12 × 14 × 9`, with the following unit. */
const DIMENSIONS = new RegExp(`${NUMBER}(?:\\s*[x×]\\s*${NUMBER}){1,2}(?![\\d.,]*\\d)`, 'giu');

/** A word that introduces a length, then a number. */
const ANNOUNCED = new RegExp(
  `(?:measur(?:es|ing|ed)|diameter(?: of)?|in size|misst|messend|durchmesser(?: von)?|größe(?: von)?|mesur(?:e|ent|ant)|mide[n]?|mede[m]?|di(?:amètre|ámetro|âmetro)(?: de)?)(?:\\s+(?:up to|about|approximately|bis|ca\\.|etwa|maximal))?[:\\s]+(${NUMBER})(?!\\s*[x×.,]?\\s*\\d)`,
  'giu',
);

const STARTS_WITH_UNIT = new RegExp(`^[\\s\u00A0]*${UNIT}(?![\\p{L}\\d])`, 'u');

const LESION =
  '\\p{L}*(?:nodule|nódulo|lesion|lésion|lesión|lesão|mass|masse|masa|massa|kyste|quiste|cisto|anévrisme|aneurisma|épanchement|derrame|cyst|node|stone|calculus|aneurysm|effusion|herd|läsion|raumforderung|zyste|knoten|stein|aneurysma|erguss)(?:s|es|n|en)?';
const NO_SIZE =
  '(?!\\s*[-–x×.,/:]?\\s*\\d)(?!\\s*(?:days?|weeks?|months?|years?|tag|woche|monat|jahr|images?))';

/** A word for a lesion, then the number of its size: `nodule of 12`, `Herd 3,4`. In `lesion 2` the number is a name. */
const OF_LESION = new RegExp(
  `${LESION}(?:\\s+(?:of|von|de|mit|about|approximately|ca\\.|etwa|up to|bis))*\\s+(?:\\d+[.,]\\d+|\\d{2,}|(?<=\\s(?:of|von|de)\\s+)\\d)${NO_SIZE}`,
  'giu',
);

/** A number with one of the units. */
const WITH_UNIT = new RegExp(`\\d[\\s\u00A0]*${UNIT}(?![\\p{L}\\d])`, 'u');

const SIZES = [DIMENSIONS, ANNOUNCED, OF_LESION];

export function checkMeasurements({ whole }: ReportParts): QualityFinding[] {
  const zeros = [...whole.matchAll(NO_LEADING_ZERO)].map((match) =>
    warning('leading_zero_missing', { text: match[0] }, wordsAt(whole, match)),
  );
  return [...zeros, ...unitless(whole)];
}

/** Reports each number once, though two patterns may match it. */
function unitless(whole: string): QualityFinding[] {
  const byEnd = new Map<number, RegExpExecArray>();
  for (const match of SIZES.flatMap((size) => [...whole.matchAll(size)])) {
    const end = match.index + match[0].length;
    if (!STARTS_WITH_UNIT.test(whole.slice(end)) && !byEnd.has(end)) byEnd.set(end, match);
  }
  return [...byEnd.values()]
    .toSorted((a, b) => a.index - b.index)
    .map((match) => warning('unit_missing', { text: match[0] }, wordsAt(whole, match)));
}

/** True when the text has a measurement, with or without unit. */
export function hasMeasure(whole: string): boolean {
  return WITH_UNIT.test(whole) || unitless(whole).length > 0;
}

/** `[…]` and `___` in the text: placeholders of a macro or template. Bracketed numbers are references. */
const PLACEHOLDER = /\[(?!\d+(?:[,–-]\s*\d+)*\])[^[\]\n]{0,80}\]|_{3,}|\?{3,}/g;

export function checkPlaceholders({ written, whole }: ReportParts): QualityFinding[] {
  return [...written.matchAll(PLACEHOLDER)].map((match) =>
    warning('placeholder_left', { text: match[0] }, wordsAt(whole, match)),
  );
}
