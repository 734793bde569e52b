/**
 * The sections of a report, from its editor state: a top-level heading and all that follows it up to the next
 * one of the same or a higher level. For the outline, Ctrl+1…6, copying a section and merging by section.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { parseSectionCode } from '#report/state/section-code.ts';

export interface ReportSection {
  /** LOINC code of the heading, or null. */
  readonly code: string | null;
  /** Empty for what stands before the first heading. */
  readonly title: string;
  /** 1–6; 0 for what stands before the first heading. */
  readonly level: number;
  /** Which heading of the report opens it, from 0; -1 before the first heading. */
  readonly ordinal: number;
  /** The heading, when there is one, and the nodes up to the next heading of any level. */
  readonly nodes: readonly LexicalNodeJson[];
}

/** Cuts the report at its top-level headings; the nodes of all parts in order are the whole report. */
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

/** The headings in order, without what stands before the first. */
export function listSections(state: LexicalStateJson): ReportSection[] {
  return splitSections(state).filter((section) => section.ordinal >= 0);
}

/** Text of the section with this code, its subsections included, its own heading not; null without such a section. */
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
