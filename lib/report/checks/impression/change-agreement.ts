/**
 * Compares words of change with measured values: `unchanged`, `grown` and `shrunk` of a numbered lesion with its row,
 * `stable disease` and `partial response` with the sums. Warnings, because a reader may mean more than the diameters.
 * A sentence about another day, or about shape or density, is left alone.
 * Source: RECIST 1.1, section 4.3; Fleischner Society 2017 (2 mm counts as growth).
 */
import { lesionMentions } from '#report/checks/measure-agreement.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { tablesOf } from '#report/checks/table-checks.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { measurementShape, type TableTexts, unitOf } from '#report/review/measurements/measurement-table.ts';
import {
  changePercent,
  columnsOfDays,
  lengthText,
  lesionOf,
} from '#report/review/measurements/pair-measurements.ts';
import { parseLength, summariseTargets, type TargetResponse } from '#report/review/measurements/recist.ts';
import { textOfSection } from '#report/review/section-list.ts';

/** Smaller changes are within the error of measuring. */
export const CHANGE_MIN_MM = 2;

type Direction = 'same' | 'grown' | 'shrunk';

const NOT =
  '(?<!(?:\\bnot|no longer|never|nicht(?: mehr)?|kein\\p{L}*|\\bpas|\\bplus|\\bno|não|mais|nunca|no más)\\s+)';
const word = (stems: string) => new RegExp(`${NOT}(?<!\\p{L})(?:${stems})(?!\\p{L})`, 'iu');

export const SAYS: readonly (readonly [Direction, RegExp])[] = [
  [
    'same',
    word(
      'unchanged|stable|(?:without|no) (?:significant |relevant )?(?:interval )?change|not changed|unverändert\\p{L}*|(?:größen)?(?:stabil|konstant)(?:e[rnsm]?)?|gleich groß|(?:ohne|keine) (?:größen)?änderung|inchangée?s?|stables|sans (?:changement|modification)|estables?|sin (?:cambios?|variación)|inalterad[oa]s?|estáve(?:l|is)|sem (?:alteraç(?:ão|ões)|mudanças?)',
    ),
  ],
  [
    'grown',
    word(
      'grown|increased|larger|bigger|enlarged|größer|gewachsen|(?:größen)?zunahme|(?:größen)?progredient\\p{L}*|zugenommen|augmenté|grossi|aumentado|crecido|aumentou|cresceu',
    ),
  ],
  [
    'shrunk',
    word(
      'shrunk|decreased|smaller|kleiner|geschrumpft|(?:größen)?regredient\\p{L}*|regression|abgenommen|(?:größen)?abnahme|diminuée?|régressée?|régression|regresión|regressão|disminuido|reducido|diminuiu|reduziu|diminuído',
    ),
  ],
];

const RESPONSES: readonly (readonly [TargetResponse, RegExp])[] = [
  [
    'SD',
    word(
      'stable disease|stabile[rnsm]? (?:erkrankung|krankheit(?:sverlauf)?)|krankheitsstabilität|maladie stable|enfermedad estable|doença estável|(?<=recist\\p{P}?\\s*(?:1\\.1)?\\p{P}?\\s*)sd',
    ),
  ],
  [
    'PR',
    word(
      'partial response|partielle[ns]? (?:remission|ansprechen)|teilremission|réponse partielle|respuesta parcial|resposta parcial|(?<=recist\\p{P}?\\s*(?:1\\.1)?\\p{P}?\\s*)pr',
    ),
  ],
];

/** Words by which the comparison is with another day, or of something else than the diameter. */
const OF_ELSE =
  /(?<!\p{L})(?:baseline|nadir|initial\p{L}*|ausgang\p{L}*|basal|référence|(?:in|of|der|en|de|d[eu]|na|no) (?:its |the |la |le |el |a )?(?:shape|position|location|density|signal|configuration|morpholog\p{L}*|form|lage|dichte|konfiguration|forme|densité|forma|densidad\p{L}*|señal|sinal|posi\p{L}*)|morpholog\p{L}*)(?!\p{L})|\d{1,2}[./]\d{1,2}[./]|\d{1,2}\/\d{4}|(?:19|20)\d{2}(?!\d)/iu;

export function checkChangesAgree(state: LexicalStateJson): QualityFinding[] {
  const tables = tablesOf(state.root.children).flatMap((texts) => measuredOf(texts));
  if (tables.length === 0) return [];
  return [FINDINGS_CODE, IMPRESSION_CODE].flatMap((code) => {
    const text = textOfSection(state, code) ?? '';
    return [...ofLesions(text, tables, code), ...ofResponses(text, tables, code)];
  });
}

function ofLesions(text: string, tables: readonly Measured[], code: string): QualityFinding[] {
  return lesionMentions(text).flatMap(({ number, words, index }): QualityFinding[] => {
    const [lesion, rival] = tables.flatMap(({ lesions }) =>
      lesions.filter((known) => known.number === number),
    );
    if (lesion === undefined || rival !== undefined || OF_ELSE.test(words)) return [];
    const said = saidIn(words, SAYS);
    if (said.length !== 1 || said[0] === undefined) return [];
    const { meant, match } = said[0];
    const change = lesion.today_mm - lesion.prior_mm;
    const isWrong =
      meant === 'same' ? Math.abs(change) >= CHANGE_MIN_MM : meant === 'grown' ? change < 0 : change > 0;
    if (!isWrong) return [];
    const params = {
      label: lesion.label,
      text: match[0],
      expected: `${lengthText(lesion.prior_mm, 'mm', '.')} → ${lengthText(lesion.today_mm, 'mm', '.')} mm`,
    };
    const place = { 0: match[0], index: index + match.index };
    return [warning('change_disagrees', params, wordsAt(text, place, code))];
  });
}

function ofResponses(text: string, tables: readonly Measured[], code: string): QualityFinding[] {
  const [table, rival] = tables.filter(({ sums }) => sums !== undefined);
  if (table?.sums === undefined || rival !== undefined) return [];
  const { label, reference_mm, today_mm, response } = table.sums;
  return saidIn(text, RESPONSES).flatMap(({ meant, match }): QualityFinding[] => {
    // A better response than said may be held back by non-target lesions; stable disease may not hide growth.
    const isWrong = response !== meant && (response === 'PD' || (meant === 'SD' && response !== 'SD'));
    if (!isWrong) return [];
    const percent = changePercent(reference_mm, today_mm);
    const change = percent === null ? '' : ` (${percent > 0 ? '+' : '−'}${Math.abs(percent)} %)`;
    const params = {
      label,
      text: match[0],
      expected: `${lengthText(reference_mm, 'mm', '.')} → ${lengthText(today_mm, 'mm', '.')} mm${change}`,
    };
    return [warning('change_disagrees', params, wordsAt(text, match, code))];
  });
}

export function saidIn<T>(
  words: string,
  sayings: readonly (readonly [T, RegExp])[],
): { readonly meant: T; readonly match: RegExpExecArray }[] {
  return sayings.flatMap(([meant, saying]) => {
    const match = saying.exec(words);
    return match === null ? [] : [{ meant, match }];
  });
}

interface MeasuredChange {
  readonly number: number;
  readonly label: string;
  readonly prior_mm: number;
  readonly today_mm: number;
}

interface Measured {
  readonly lesions: readonly MeasuredChange[];
  /** Sum of today with the earlier one that decides; undefined while a lesion lacks a value. */
  readonly sums:
    | {
        readonly label: string;
        readonly reference_mm: number;
        readonly today_mm: number;
        readonly response: TargetResponse | null;
      }
    | undefined;
}

function measuredOf(texts: TableTexts): Measured[] {
  const { today, prior: named } = columnsOfDays(texts);
  const { lesions: rows, columns, sumRow } = measurementShape(texts);
  const earlier = columns.filter((column) => column < today);
  const prior = named === -1 ? (earlier.at(-1) ?? -1) : named;
  if (today === -1 || prior === -1) return [];
  const lengthAt = (row: number, column: number) =>
    parseLength(texts[row]?.[column] ?? '', unitOf(texts, column));
  const lesions = rows.flatMap((row): MeasuredChange[] => {
    const label = (texts[row]?.[0] ?? '').trim();
    const number = lesionOf(label).number;
    const [prior_mm, today_mm] = [lengthAt(row, prior), lengthAt(row, today)];
    return number === '' || prior_mm === null || today_mm === null
      ? []
      : [{ number: Number(number), label, prior_mm, today_mm }];
  });
  const sumOf = (column: number): number | null => {
    const lengths = rows
      .filter((row) => columns.some((one) => lengthAt(row, one) !== null))
      .map((row) => lengthAt(row, column));
    const known = lengths.filter((length) => length !== null);
    return known.length === 0 || known.length < lengths.length ? null : summariseTargets(known).sum_mm;
  };
  return [{ lesions, sums: sumsOf((texts[sumRow]?.[0] ?? '').trim(), earlier.map(sumOf), sumOf(today)) }];
}

function sumsOf(
  label: string,
  earlier: readonly (number | null)[],
  today_mm: number | null,
): Measured['sums'] {
  const known = earlier.filter((sum) => sum !== null);
  const [baseline] = earlier;
  if (label === '' || today_mm === null || baseline == null) return undefined;
  const nadir = Math.min(...known);
  const { response } = summariseTargets([today_mm], { baseline_mm: baseline, nadir_mm: nadir });
  return { label, reference_mm: response === 'PD' ? nadir : baseline, today_mm, response };
}
