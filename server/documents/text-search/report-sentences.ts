/** The sentences of a report with their sections, from its editor state. */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { parseSectionCode } from '#report/state/section-code.ts';
import { findSection, sectionCodeOfTitle } from '#report/state/section-titles.ts';
import {
  type ReportWords,
  SENTENCE_END,
  TEXT_COLUMNS,
  type TextColumn,
} from '#server/storage/search/text-columns.ts';
import { placedWords, splitSentences } from './sentences.ts';

export interface ReportSentence {
  readonly column: TextColumn;
  /** Title of the section as written; empty before the first heading. */
  readonly section: string;
  readonly text: string;
}

const CELL_GAP = ' · ';

/** `reportLexical`: a state that the vault has stored. */
export function sentencesOf(reportLexical: string | null): ReportSentence[] {
  if (reportLexical === null) return [];
  const sentences: ReportSentence[] = [];
  let section = '';
  let column: TextColumn = 'other';
  const add = (text: string, at: TextColumn) => {
    for (const line of text.split('\n'))
      for (const sentence of splitSentences(line.replaceAll('\t', CELL_GAP)))
        sentences.push({ column: at, section, text: sentence });
  };
  const visit = (node: LexicalNodeJson): void => {
    if (node.type === 'heading') {
      section = textOf([node]).trim();
      const known = columnOf(node, section);
      // A coded title names the section, so finding it would find every report.
      if (known === undefined) add(section, 'other');
      column = known ?? 'other';
    } else if (node.type === 'tablerow') {
      add((node.children ?? []).map((cell) => oneLine(textOf([cell]))).join(CELL_GAP), column);
    } else if (node.type === 'table') for (const row of node.children ?? []) visit(row);
    else add(textOf([node]), node.type === 'report-figure' ? 'caption' : column);
  };
  const { root }: { root: LexicalNodeJson } = JSON.parse(reportLexical);
  for (const node of root.children ?? []) visit(node);
  return sentences;
}

/** The words of a report as the index stores them. */
export function wordsOfReport(reportLexical: string | null): ReportWords {
  const columns = Map.groupBy(sentencesOf(reportLexical), ({ column }) => column);
  const wordsOf = ({ text }: ReportSentence) => [...placedWords(text).map(({ word }) => word), SENTENCE_END];
  return Object.fromEntries(
    [...columns].map(([column, sentences]) => [column, sentences.flatMap(wordsOf).join(' ')]),
  );
}

/** Column of a section by a name its title may have, or its key; undefined for any other name. */
export function columnOfName(name: string): TextColumn | undefined {
  const folded = name.toLowerCase();
  const own = TEXT_COLUMNS.find((column) => column === folded && column !== 'other');
  return own ?? columnOfCode(sectionCodeOfTitle(name.replaceAll('_', ' ')));
}

function columnOf(heading: LexicalNodeJson, title: string): TextColumn | undefined {
  const state = heading['$'];
  const coded = typeof state === 'object' && state !== null && 'section_code' in state;
  return columnOfCode((coded ? parseSectionCode(state.section_code) : null) ?? sectionCodeOfTitle(title));
}

function columnOfCode(code: string | null): TextColumn | undefined {
  const key = code === null ? undefined : findSection(code)?.key;
  return TEXT_COLUMNS.find((column) => column === key);
}

function textOf(nodes: readonly LexicalNodeJson[]): string {
  return textOfState({ root: { type: 'root', children: nodes } });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
