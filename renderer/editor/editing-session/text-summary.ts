/**
 * Summarises a report text for the outline, the status bar and the "Before signing" list. Pure; runs while
 * typing pauses.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { countWords, textOfState } from '#report/plain-text.ts';
import { listFields } from '#report/review/field-list.ts';
import { sectionKeys } from '#report/review/merge-sections.ts';
import { splitSections } from '#report/review/section-list.ts';
import { rootOf } from './report-text.ts';

export interface SectionSummary {
  /** Section key in the form of `sectionKeys`. */
  readonly key: string;
  readonly title: string;
  readonly code: string | null;
  /** Index of the heading that opens the section, from 0. */
  readonly ordinal: number;
  readonly filled: number;
  readonly fields: number;
}

export interface TextSummary {
  readonly sections: readonly SectionSummary[];
  readonly fields: number;
  readonly openFields: number;
  /** Number of open fields that prevent signing; `toCheck` counts those that only warn. */
  readonly mustFill: number;
  readonly toCheck: number;
  readonly words: number;
  readonly isLarge: boolean;
}

/** The editor warns from this many nodes on, because Lexical slows down far above it. */
const LARGE_NODES = 20_000;

export function summariseText(state: LexicalStateJson): TextSummary {
  const fields = listFields(state);
  const open = fields.filter((field) => !field.filled);
  const keys = sectionKeys(state);
  const sections = splitSections(state)
    .map((section, at) => ({ ...section, key: keys[at] ?? '' }))
    .filter((section) => section.ordinal >= 0)
    .map((section): SectionSummary => {
      const inside = listFields(rootOf(section.nodes));
      return {
        key: section.key,
        title: section.title,
        code: section.code,
        ordinal: section.ordinal,
        fields: inside.length,
        filled: inside.filter((field) => field.filled).length,
      };
    });
  return {
    sections,
    fields: fields.length,
    openFields: open.length,
    mustFill: open.filter((field) => field.completion === 'prohibit').length,
    toCheck: open.filter((field) => field.completion === 'alert').length,
    words: countWords(textOfState(state)),
    isLarge: countNodes(state.root.children) > LARGE_NODES,
  };
}

function countNodes(nodes: readonly LexicalNodeJson[]): number {
  let count = nodes.length;
  for (const { children } of nodes) if (children) count += countNodes(children);
  return count;
}
