/**
 * Merges a report section by section after a conflict: base, theirs and mine side by side, with the changed side as
 * default. No text is dropped: a section only one side has is offered, and both sides can be kept.
 * Source: clinical-ux.md, "Conflict flow".
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';
import { differingBlocks, formOf } from './changed-blocks.ts';
import { type ReportSection, splitSections } from './section-list.ts';

export type MergeChoice = 'mine' | 'theirs' | 'both';

export interface SectionMerge {
  /** Key from `sectionKeys`. */
  readonly key: string;
  readonly title: string;
  readonly code: string | null;
  /** Section's blocks in the merge base; null where that side lacks the section. */
  readonly base: readonly LexicalNodeJson[] | null;
  readonly theirs: readonly LexicalNodeJson[] | null;
  readonly mine: readonly LexicalNodeJson[] | null;
  readonly changedBy: 'nobody' | 'theirs' | 'mine' | 'both';
  readonly choice: MergeChoice;
}

/**
 * Compares two texts by section: one row per section of either side, in the order of mine. Sections only in theirs
 * follow their neighbour.
 */
export function compareSections(
  base: LexicalStateJson,
  theirs: LexicalStateJson,
  mine: LexicalStateJson,
): SectionMerge[] {
  const inBase = keyedSections(base);
  const inTheirs = keyedSections(theirs);
  const inMine = keyedSections(mine);
  return mergedOrder([...inMine.keys()], [...inTheirs.keys()]).flatMap((key) => {
    const sides = { base: inBase.get(key), theirs: inTheirs.get(key), mine: inMine.get(key) };
    const any = sides.mine ?? sides.theirs;
    return any === undefined ? [] : [rowOf(key, any, sides)];
  });
}

/** Labels above the two texts of a section taken from both sides. */
export interface SideHeadings {
  readonly theirs: string;
  readonly mine: string;
}

/**
 * The merged report. Where both are chosen, one heading has both texts: common blocks once, then theirs and mine, each
 * under its label in brackets, which the check before signing reports.
 */
export function mergeSections(rows: readonly SectionMerge[], marks: SideHeadings): LexicalStateJson {
  const children = rows.flatMap((row) => {
    const theirs = row.theirs ?? [];
    const mine = row.mine ?? [];
    if (row.choice === 'both') return row.changedBy === 'nobody' ? mine : bothOf(theirs, mine, marks);
    return row.choice === 'theirs' ? theirs : mine;
  });
  return { root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } };
}

function bothOf(
  theirs: readonly LexicalNodeJson[],
  mine: readonly LexicalNodeJson[],
  marks: SideHeadings,
): readonly LexicalNodeJson[] {
  if (theirs.length === 0 || mine.length === 0) return [...theirs, ...mine];
  const heading = mine[0]?.type === 'heading' ? mine.slice(0, 1) : [];
  const [other, own] = [theirs.slice(heading.length), mine.slice(heading.length)];
  const { before, behind } = differingBlocks(own, other);
  const [onlyTheirs, onlyMine] = [other, own].map((nodes) => nodes.slice(before, nodes.length - behind));
  return [
    ...heading,
    ...own.slice(0, before),
    ...(onlyTheirs?.length ? [markOf(marks.theirs), ...onlyTheirs] : []),
    ...(onlyMine?.length ? [markOf(marks.mine), ...onlyMine] : []),
    ...own.slice(own.length - behind),
  ];
}

function markOf(words: string): LexicalNodeJson {
  const text = {
    type: 'text',
    version: 1,
    text: `[${words}]`,
    format: 0,
    detail: 0,
    mode: 'normal',
    style: '',
  };
  return { type: 'paragraph', version: 1, direction: null, format: '', indent: 0, children: [text] };
}

interface Sides {
  readonly base: ReportSection | undefined;
  readonly theirs: ReportSection | undefined;
  readonly mine: ReportSection | undefined;
}

function rowOf(key: string, any: ReportSection, { base, theirs, mine }: Sides): SectionMerge {
  const sides = { base: base?.nodes ?? null, theirs: theirs?.nodes ?? null, mine: mine?.nodes ?? null };
  const theyChanged = !sameNodes(sides.base, sides.theirs);
  const iChanged = !sameNodes(sides.base, sides.mine);
  const isSame = sameNodes(sides.theirs, sides.mine);
  const changedBy = isSame || !(theyChanged || iChanged) ? 'nobody' : changedByOf(theyChanged, iChanged);
  return {
    key,
    title: any.title,
    code: any.code,
    ...sides,
    changedBy,
    choice: changedBy === 'both' ? 'both' : changedBy === 'theirs' ? 'theirs' : 'mine',
  };
}

function changedByOf(theyChanged: boolean, iChanged: boolean): 'theirs' | 'mine' | 'both' {
  if (theyChanged && iChanged) return 'both';
  return theyChanged ? 'theirs' : 'mine';
}

/** True when taking theirs would change the merge base's text. */
export function wouldChangeBase({ base, theirs }: SectionMerge): boolean {
  return !sameNodes(base, theirs);
}

type Nodes = readonly LexicalNodeJson[] | null;

function sameNodes(a: Nodes, b: Nodes): boolean {
  return JSON.stringify(a?.map(formOf) ?? null) === JSON.stringify(b?.map(formOf) ?? null);
}

/** Sections by code or title; a second one of the same name gets its own key. */
function keyedSections(state: LexicalStateJson): Map<string, ReportSection> {
  const keyed = new Map<string, ReportSection>();
  for (const section of splitSections(state)) {
    const code = section.code ?? sectionCodeOfTitle(section.title);
    const name = code ?? `title:${section.level}:${section.title.toLowerCase()}`;
    let key = name;
    for (let number = 2; keyed.has(key); number += 1) key = `${name}#${number}`;
    keyed.set(key, section);
  }
  return keyed;
}

/** Unique key of each section, in the order of `splitSections`. */
export function sectionKeys(state: LexicalStateJson): string[] {
  return [...keyedSections(state).keys()];
}

function mergedOrder(mine: readonly string[], theirs: readonly string[]): string[] {
  const order = [...mine];
  for (const [at, key] of theirs.entries()) {
    if (order.includes(key)) continue;
    const before = theirs.slice(0, at).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}
