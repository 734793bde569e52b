/**
 * Joins lists as Lexical does after any change: adjacent ones of one kind become one list, at every depth, and items
 * are renumbered. Done before Lexical reads a state, because its own joining drops content beside a nested list.
 */
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { appendAll } from './append-all.ts';

type Nodes = readonly LexicalNodeJson[];

/** The nodes with each run of lists of one kind joined. */
export function joinLists(nodes: Nodes): LexicalNodeJson[] {
  const joined: LexicalNodeJson[] = [];
  let run: LexicalNodeJson[] = [];
  const endRun = (): void => {
    const [first] = run;
    if (first !== undefined) joined.push(numbered({ ...first, children: joinItems(run) }));
    run = [];
  };
  for (const node of nodes) {
    if (node.type !== 'list' || (run[0] ?? node)['listType'] !== node['listType']) endRun();
    if (node.type === 'list') run.push(node);
    else joined.push(node);
  }
  endRun();
  return joined;
}

/** The items of all lists; nested lists that meet are joined too. */
function joinItems(lists: Nodes): LexicalNodeJson[] {
  const items: LexicalNodeJson[] = [];
  let seam: LexicalNodeJson[] = [];
  const endSeam = (): void => {
    const last = items.at(-1);
    if (last !== undefined && seam.length > 1)
      items[items.length - 1] = { ...last, children: joinLists(seam) };
    seam = [];
  };
  for (const { children = [] } of lists) {
    const [first, ...rest] = children;
    if (first === undefined) continue;
    const nested = nestedList(first);
    const before = seam[0] ?? nestedList(items.at(-1));
    if (nested !== undefined && before !== undefined && nested['listType'] === before['listType']) {
      if (seam.length === 0) seam.push(before);
      seam.push(nested);
    } else {
      endSeam();
      items.push(first);
    }
    if (rest.length > 0) endSeam();
    appendAll(items, rest);
  }
  endSeam();
  return items;
}

/** The nested list of an item that contains nothing else. */
function nestedList(item: LexicalNodeJson | undefined): LexicalNodeJson | undefined {
  const first = item?.children?.[0];
  return first?.type === 'list' ? first : undefined;
}

/** Numbers items from the list's start; an item with only a nested list is not counted. */
function numbered(list: LexicalNodeJson): LexicalNodeJson {
  let value = typeof list['start'] === 'number' ? list['start'] : 1;
  const children = (list.children ?? []).map((item) => {
    const counted = { ...item, value };
    if (nestedList(item) === undefined) value += 1;
    return counted;
  });
  return { ...list, children };
}

/** Splits an item's content into items with either lines or exactly one list. */
export function splitAtLists(children: Nodes): LexicalNodeJson[][] {
  const groups: LexicalNodeJson[][] = [];
  let isOpen = false;
  for (const child of joinLists(children)) {
    const isList = child.type === 'list';
    if (isOpen && !isList) groups.at(-1)?.push(child);
    else groups.push([child]);
    isOpen = !isList;
  }
  return groups.length === 0 ? [[]] : groups;
}
