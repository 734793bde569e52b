/** Finds measurements without unit or leading zero, and unfilled placeholders in the text. */

import type { TableTexts } from '#report/review/measurements/measurement-table.ts';
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
  `(?:measur(?:es|ing|ed)|diameter(?: of)?|in size|(?<!\\p{L})(?:size|length|width|thickness|länge|breite|dicke|taille|tamaño|tamanho)(?: of| von| de)?|misst|messend|durchmesser(?: von)?|größe(?: von)?|mesur(?:e|ent|ant)|mide[n]?|mede[m]?|medindo|midiendo|di(?:amètre|ámetro|âmetro)(?: de)?)(?:\\s+(?:up to|about|approximately|bis|ca\\.|etwa|maximal))?[:\\s]+(${NUMBER})(?!\\s*[x×.,]?\\s*\\d)`,
  'giu',
);

const STARTS_WITH_UNIT = new RegExp(`^[\\s\u00A0]*${UNIT}(?![\\p{L}\\d])`, 'u');

const LESION =
  '\\p{L}*(?:nodule|nódulo|lesion|lésion|lesión|lesão|mass|masse|masa|massa|tumor|tumour|tumeur|kyste|quiste|cisto|anévrisme|aneurisma|épanchement|derrame|cyst|node|stone|calculus|aneurysm|effusion|herd|läsion|raumforderung|zyste|knoten|stein|aneurysma|erguss)(?:s|es|n|en)?';
const NO_SIZE =
  '(?!\\s*[-–x×.,/:]?\\s*\\d)(?!\\s*(?:days?|weeks?|months?|years?|tag|woche|monat|jahr|images?))';

/** A word for a lesion, then the number of its size: `nodule of 12`, `Herd 3,4`. In `lesion 2` the number is a name. */
const OF_LESION = new RegExp(
  `${LESION}(?:\\s+(?:of|von|de|mit|about|approximately|ca\\.|etwa|up to|bis))*\\s+(?:\\d+[.,]\\d+|\\d{2,}|(?<=\\s(?:of|von|de)\\s+)\\d)${NO_SIZE}`,
  'giu',
);

/** `a 12 nodule`, `ein 8 großer Herd`: after an article the number is a size, not a count. */
const BEFORE_LESION = new RegExp(
  `(?<!\\p{L})(?:an?|eine?[nrm]?|une?|uma?)\\s+(?:\\d+[.,]\\d+|\\d+)(?=\\s+(?:gro(?:ß|ss)e[nrs]?\\s+)?${LESION}(?!\\p{L}))`,
  'giu',
);

/** `nodule in the left lobe, 12.`: a number at the end of the clause. */
const BEHIND_LESION = new RegExp(
  `${LESION}(?!\\p{L})[^.;:,\\d\\n\\t]{0,60},\\s+${NUMBER}(?=\\s*(?:[.;]\\s|[.;]?$|\\n))`,
  'gimu',
);

/** `mass in the upper pole of 34`: with a preposition before it, at the end of the clause or before `in diameter`. */
const AT_CLAUSE_END = new RegExp(
  `${LESION}(?!\\p{L})[^.;:,\\d\\n\\t]{0,60}\\s(?:of|von|mit|de|com|con|avec)\\s+(?:\\d+[.,]\\d+|\\d{2,})(?=\\s*(?:[.;]\\s|[.;]?$|\\n)|\\s(?:de|in|im|en)\\s(?:di[aáâ]m|durchm|diam|taille|size))`,
  'gimu',
);

/** Pattern of a number with one of the units. */
const WITH_UNIT = new RegExp(`\\d[\\s\u00A0]*${UNIT}(?![\\p{L}\\d])`, 'u');

const SIZES = [DIMENSIONS, ANNOUNCED, OF_LESION, BEFORE_LESION, BEHIND_LESION, AT_CLAUSE_END];

const NAMES_LESION = new RegExp(`(?<!\\p{L})${LESION}(?!\\p{L})`, 'iu');
const BARE_NUMBER = /^(?:\d+[.,]\d+|\d{2,})$/;
/** Heads of columns that hold sizes; under any other head a bare number may be an image, a score or a count. */
const SIZE_HEAD =
  /size|diameter|größe|durchmesser|maß|taille|diamètre|tamaño|diámetro|tamanho|diâmetro|today|prior|baseline|heute|vor(?:her|befund|untersuchung)|ausgang/iu;
const HAS_UNIT = new RegExp(`(?<![\\p{L}])${UNIT}(?![\\p{L}\\d])`, 'u');

export function checkMeasurements(
  { whole }: Pick<ReportParts, 'whole'>,
  tables: readonly TableTexts[],
): QualityFinding[] {
  const zeros = [...whole.matchAll(NO_LEADING_ZERO)].map((match) =>
    warning('leading_zero_missing', { text: match[0] }, wordsAt(whole, match)),
  );
  return [...zeros, ...unitless(whole), ...unitlessCells(tables)];
}

/** Reports each number once, though two patterns may match it. */
function unitless(whole: string): QualityFinding[] {
  const byEnd = new Map<number, RegExpExecArray>();
  for (const match of SIZES.flatMap((size) => [...whole.matchAll(size)])) {
    const end = match.index + match[0].length;
    // A match across two table cells is no sentence.
    if (match[0].includes('\t')) continue;
    if (!STARTS_WITH_UNIT.test(whole.slice(end)) && !byEnd.has(end)) byEnd.set(end, match);
  }
  return [...byEnd.values()]
    .toSorted((a, b) => a.index - b.index)
    .map((match) => warning('unit_missing', { text: match[0] }, wordsAt(whole, match)));
}

/** Finds sizes of named lesions where neither the cell nor its column header has a unit. */
function unitlessCells(tables: readonly TableTexts[]): QualityFinding[] {
  return tables.flatMap((rows, table) => {
    const [head = []] = rows;
    // A first row that names a lesion and has a number is no head.
    const isHead = !isLesionRow(head);
    return rows.flatMap((cells, row) => {
      if (!isLesionRow(cells)) return [];
      return cells.flatMap((text, column) => {
        const over = isHead ? (head[column] ?? '') : '';
        if (!BARE_NUMBER.test(text.trim()) || HAS_UNIT.test(over)) return [];
        if (over.trim() !== '' && !SIZE_HEAD.test(over)) return [];
        return [warning('unit_missing', { text }, { kind: 'cell', table, row, column })];
      });
    });
  });
}

function isLesionRow([name = '', ...values]: readonly string[]): boolean {
  return NAMES_LESION.test(name) && values.some((text) => BARE_NUMBER.test(text.trim()));
}

/** True when the report has a measurement, with or without unit. */
export function hasMeasure(whole: string, tables: readonly TableTexts[]): boolean {
  return WITH_UNIT.test(whole) || unitless(whole).length > 0 || unitlessCells(tables).length > 0;
}

/** `[…]`, `___`, `XXX`, `TODO` and `???` in the text: placeholders of a macro or template. Bracketed numbers are references. */
const PLACEHOLDER =
  /\[(?!\d+(?:[,–-]\s*\d+)*\])[^[\]\n]{0,80}\]|_{3,}|\?{3,}|(?<![\p{L}\d])(?:X{3,}|x{3,}|TODO|TBD|FIXME|Lorem ipsum)(?![\p{L}\d])/gu;

export function checkPlaceholders({ written, whole }: ReportParts): QualityFinding[] {
  return [...written.matchAll(PLACEHOLDER)].map((match) =>
    warning('placeholder_left', { text: match[0] }, wordsAt(whole, match)),
  );
}
