/** Measures without a unit or a leading zero, and places a template left open in the text. */

import { type QualityFinding, type ReportParts, warning } from './quality-finding.ts';

const UNIT =
  '(?:mm|cm|dm|m|ml|cl|l|cc|µm|mm²|cm²|mm³|cm³|mm2|cm2|mm3|cm3|g|kg|mg|µg|ms|s|min|h|Hz|bpm|mmHg|kPa|HU|HE|SUV|%|°|cm/s|m/s|mg/dl|mmol/l)';

/** `.6 cm`: read as 6 cm when the point is overlooked. */
const NO_LEADING_ZERO = new RegExp(`(?<![\\p{L}\\d.,])[.,]\\d+\\s*${UNIT}(?![\\p{L}\\d])`, 'gu');

const NUMBER = '\\d+(?:[.,]\\d+)?';

/** `12 x 14` and `12 × 14 × 9`, with what follows. */
const DIMENSIONS = new RegExp(`${NUMBER}(?:\\s*[x×]\\s*${NUMBER}){1,2}(?![\\d.,]*\\d)`, 'giu');

/** A word that announces a length, then a number. */
const ANNOUNCED = new RegExp(
  `(?:measur(?:es|ing|ed)|diameter(?: of)?|in size|misst|messend|durchmesser(?: von)?|größe(?: von)?)(?:\\s+(?:up to|about|approximately|bis|ca\\.|etwa|maximal))?[:\\s]+(${NUMBER})(?!\\s*[x×.,]?\\s*\\d)`,
  'giu',
);

const STARTS_WITH_UNIT = new RegExp(`^[\\s\u00A0]*${UNIT}(?![\\p{L}\\d])`, 'u');

export function checkMeasurements({ whole }: ReportParts): QualityFinding[] {
  const zeros = [...whole.matchAll(NO_LEADING_ZERO)].map(([text]) =>
    warning('leading_zero_missing', { text }),
  );
  const bare = [...whole.matchAll(DIMENSIONS), ...whole.matchAll(ANNOUNCED)]
    .filter((match) => !STARTS_WITH_UNIT.test(whole.slice(match.index + match[0].length)))
    .map(([text]) => warning('unit_missing', { text }));
  return [...zeros, ...bare];
}

/** `[…]` and `___` in the text: what a macro or template left to fill in. Bracketed numbers are references. */
const PLACEHOLDER = /\[(?!\d+(?:[,–-]\s*\d+)*\])[^[\]\n]{0,80}\]|_{3,}|\?{3,}/g;

export function checkPlaceholders({ written }: ReportParts): QualityFinding[] {
  return [...written.matchAll(PLACEHOLDER)].map(([text]) => warning('placeholder_left', { text }));
}
