/**
 * Compares lengths in sentences about a numbered lesion with that lesion's table row: the last length is the present
 * one, unless the sentence mentions a former time. Lesions without a number are not matched.
 */
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { unitOf } from '#report/review/measurements/measurement-table.ts';
import { columnsOfDays, lengthText, lesionOf } from '#report/review/measurements/pair-measurements.ts';
import { parseLength } from '#report/review/measurements/recist.ts';
import { textOfSection } from '#report/review/section-list.ts';
import { FINDINGS_CODE, IMPRESSION_CODE, type QualityFinding, wordsAt } from './quality-finding.ts';
import { tablesOf } from './table-checks.ts';

interface MeasuredLesion {
  readonly number: number;
  readonly label: string;
  readonly today_mm: number;
}

/** Text up to the next lesion, or the end of sentence or line. */
const OF_LESION =
  /(?<!\p{L})(?:target lesion|lesion|(?:ziel)?läsion|lésion|lesión|lesão|herd|target)\s+(\d{1,3})(?!\d|[.,]\d|\s*(?:mm|cm))/giu;
const SENTENCE_END = /[.;!?](?=\s|$)|\n/u;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'gu');
const LENGTH = /(\d+(?:[.,]\d+)?)[\s\u00A0]*(mm|cm)(?![\p{L}\d²³])/giu;
const DIMENSIONS = /\d\s*[x×]\s*\d/iu;
const BEFORE =
  /(?<!\p{L})(?:previously|formerly|prior|was|were|zuvor|vorher|früher|war|vormals|auparavant|précédemment|était|antes|previamente|anteriormente|era|medía|media)(?!\p{L})/iu;
/** A sentence may round to whole millimetres. */
const ROUNDING_MM = 0.5;

export function checkMeasuresAgree(state: LexicalStateJson): QualityFinding[] {
  return [FINDINGS_CODE, IMPRESSION_CODE].flatMap((code) =>
    measuresThatDisagree(textOfSection(state, code) ?? '', state, code),
  );
}

/** Compares a text with the tables of `measured`. `within` is the text's section; null: the whole written text. */
export function measuresThatDisagree(
  text: string,
  measured: LexicalStateJson,
  within: string | null,
): QualityFinding[] {
  const lesions = measuredToday(measured);
  return saidOf(text).flatMap(({ number, words, index }): QualityFinding[] => {
    const [lesion, rival] = lesions.filter((known) => known.number === number);
    const said = lastLength(words);
    if (lesion === undefined || rival !== undefined || said === null) return [];
    if (Math.abs(said.mm - lesion.today_mm) <= ROUNDING_MM) return [];
    const params = {
      label: lesion.label,
      text: said.text,
      expected: `${lengthText(lesion.today_mm, 'mm', '.')} mm`,
    };
    const target = wordsAt(text, { 0: words, index }, within);
    return [{ code: 'measure_disagrees', severity: 'block', params, target }];
  });
}

function measuredToday(state: LexicalStateJson): MeasuredLesion[] {
  return tablesOf(state.root.children).flatMap((texts) => {
    const { today } = columnsOfDays(texts);
    if (today === -1) return [];
    return texts.slice(1).flatMap((row): MeasuredLesion[] => {
      const label = (row[0] ?? '').trim();
      const { number } = lesionOf(label);
      const today_mm = parseLength(row[today] ?? '', unitOf(texts, today));
      return number === '' || today_mm === null ? [] : [{ number: Number(number), label, today_mm }];
    });
  });
}

/** Mentions of numbered lesions, each with its words; a lesion alone in its sentence has the whole sentence. */
export function lesionMentions(text: string): { number: number; words: string; index: number }[] {
  const mentions = saidOf(text);
  return mentions.map(({ number, words, index }, at) => {
    const before = text.slice(0, index);
    const start = Math.max(...[...before.matchAll(SENTENCE_ENDS)].map((end) => end.index + 1), 0);
    const isAlone = (mentions[at - 1]?.index ?? -1) < start;
    const lead = isAlone ? text.slice(start, index) : '';
    const blanks = lead.length - lead.trimStart().length;
    return { number, words: lead.trimStart() + words, index: index - lead.length + blanks };
  });
}

function saidOf(text: string): { number: number; words: string; index: number }[] {
  const mentions = [...text.matchAll(OF_LESION)];
  return mentions.map((mention, at) => {
    const rest = text.slice(mention.index, mentions[at + 1]?.index);
    const end = rest.search(SENTENCE_END);
    return {
      number: Number(mention[1]),
      words: (end === -1 ? rest : rest.slice(0, end)).trim(),
      index: mention.index,
    };
  });
}

/**
 * Finds the last length in a text. Null when there is none, when there are several dimensions, or when the words
 * mention a former time.
 */
function lastLength(words: string): { text: string; mm: number } | null {
  const last = [...words.matchAll(LENGTH)].at(-1);
  if (last === undefined || DIMENSIONS.test(words) || BEFORE.test(words)) return null;
  const mm = parseLength(last[0].replace('\u00A0', ' '));
  return mm === null ? null : { text: last[0], mm };
}
