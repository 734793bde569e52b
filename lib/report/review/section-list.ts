/**
 * Splits a report's editor state into sections: a top-level heading and everything up to the next one of the same or a
 * higher level. For the outline, Ctrl+1…6, copying a section and merging.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { parseSectionCode } from '#report/state/section-code.ts';

export interface ReportSection {
  /** LOINC code of the heading, or null. */
  readonly code: string | null;
  /** Title of the section; empty before the first heading. */
  readonly title: string;
  /** Heading level 1–6; 0 before the first heading. */
  readonly level: number;
  /** Index of the heading in the report, from 0; -1 before the first heading. */
  readonly ordinal: number;
  /** The heading, if any, and the nodes up to the next heading of any level. */
  readonly nodes: readonly LexicalNodeJson[];
}

/** Splits at top-level headings; all parts in order are the complete report. */
export function splitSections(state: LexicalStateJson): ReportSection[] {
  const sections: (ReportSection & { nodes: LexicalNodeJson[] })[] = [];
  let ordinal = -1;
  for (const node of state.root.children) {
    if (node.type === 'heading') {
      ordinal += 1;
      const title = textOf([node]).trim();
      sections.push({ code: sectionCodeOf(node), title, level: levelOf(node), ordinal, nodes: [node] });
      continue;
    }
    const current = sections.at(-1);
    if (current === undefined) sections.push({ code: null, title: '', level: 0, ordinal: -1, nodes: [node] });
    else current.nodes.push(node);
  }
  return sections;
}

/** Lists the sections with a heading, in order. */
export function listSections(state: LexicalStateJson): ReportSection[] {
  return splitSections(state).filter((section) => section.ordinal >= 0);
}

/** Text of the section with this code, with subsections and without its own heading; null if missing. */
export function textOfSection(state: LexicalStateJson, code: string): string | null {
  const sections = splitSections(state);
  const at = sections.findIndex((section) => section.code === code);
  const opening = sections[at];
  if (opening === undefined) return null;
  const end = sections.findIndex((section, index) => index > at && section.level <= opening.level);
  const inside = sections.slice(at + 1, end === -1 ? undefined : end).flatMap((section) => section.nodes);
  return textOf([...opening.nodes.slice(1), ...inside]);
}

function textOf(nodes: readonly LexicalNodeJson[]): string {
  return textOfState({ root: { type: 'root', children: nodes } });
}

function levelOf(heading: LexicalNodeJson): number {
  const tag = heading['tag'];
  const level = typeof tag === 'string' ? Number(tag.slice(1)) : Number.NaN;
  return level >= 1 && level <= 6 ? level : 2;
}

function sectionCodeOf(heading: LexicalNodeJson): string | null {
  const state = heading['$'];
  if (typeof state !== 'object' || state === null || !('section_code' in state)) return null;
  return parseSectionCode(state.section_code);
}
