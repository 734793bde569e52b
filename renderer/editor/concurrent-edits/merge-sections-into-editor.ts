/**
 * Merges the sections that another version changed into the live text, block by block. Unchanged blocks keep
 * their nodes. A caret inside a replaced block keeps its place in the text.
 */
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $parseSerializedNode,
  type ElementNode,
  type LexicalNode,
  type NodeKey,
  type PointType,
} from 'lexical';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { alignUnits } from '#report/review/align-units.ts';
import { differingBlocks } from '#report/review/changed-blocks.ts';
import { diffWords } from '#report/review/diff-words.ts';
import { type SectionMerge, wouldChangeBase } from '#report/review/merge-sections.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

/** Replaces the changed blocks; `rows` describe the present text. Returns the keys of the new blocks. */
export function $mergeSections(rows: readonly SectionMerge[]): NodeKey[] {
  const fresh: NodeKey[] = [];
  let at = 0;
  for (const row of rows) {
    const { theirs, mine } = row;
    const own = mine ?? [];
    const others = wouldChangeBase(row) ? (theirs ?? []) : own;
    fresh.push(...$replaceBlocks(at, own, others));
    at += others.length;
  }
  return fresh;
}

function $replaceBlocks(
  at: number,
  own: readonly LexicalNodeJson[],
  theirs: readonly LexicalNodeJson[],
): NodeKey[] {
  const root = $getRoot();
  const { before, behind } = differingBlocks(own, theirs);
  const count = own.length - before - behind;
  const removed = root.getChildren().slice(at + before, at + before + count);
  const added = $nodesOf(theirs.slice(before, theirs.length - behind));
  if (count === 0 && added.length === 0) return [];
  const put = $carets(removed);
  root.splice(at + before, count, added);
  put(added);
  return added.map((node) => node.getKey());
}

function $nodesOf(blocks: readonly LexicalNodeJson[]): LexicalNode[] {
  if (blocks.length === 0) return [];
  const { root } = sanitiseState({ root: { type: 'root', children: blocks } }).state;
  return root.children.map((json) => $parseSerializedNode({ ...json, version: 1 }));
}

/**
 * Records the selection ends inside the removed blocks. The returned function moves them into the added
 * blocks.
 */
function $carets(removed: readonly LexicalNode[]): (added: readonly LexicalNode[]) => void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return () => undefined;
  const held = [selection.anchor, selection.focus].flatMap((point) => {
    const block = removed.find((node) => node.is(point.getNode().getTopLevelElement()));
    return $isElementNode(block)
      ? [{ point, block, offset: $offsetIn(block, point), text: textOf(block) }]
      : [];
  });
  return (added) => {
    const pairs = alignUnits(removed, added, textOf, (node) => node.getType(), textOf);
    for (const { point, block, offset, text } of held) {
      const place = pairs.findIndex(([before]) => before?.is(block));
      const [, same] = pairs[place] ?? [];
      // The block was removed: the caret moves to the block now in its place.
      const other = same ?? pairs.slice(place).find(([, after]) => after)?.[1] ?? added.at(-1);
      if ($isElementNode(other)) $putPoint(point, other, same ? mapOffset(text, textOf(other), offset) : 0);
    }
  };
}

function textOf(block: LexicalNode): string {
  if (!$isElementNode(block)) return '';
  return block
    .getAllTextNodes()
    .map((node) => node.getTextContent())
    .join('');
}

function $offsetIn(block: ElementNode, point: PointType): number {
  const node = point.getNode();
  const child = $isTextNode(node) ? node : node.getChildAtIndex(point.offset);
  const text = $isElementNode(child) ? child.getFirstDescendant() : child;
  let offset = 0;
  for (const each of block.getAllTextNodes()) {
    if (each.is(text)) return offset + ($isTextNode(node) ? point.offset : 0);
    offset += each.getTextContentSize();
  }
  return offset;
}

/**
 * Maps an offset from the old text to the new: before the letter it preceded, or after the letter it followed
 * where that one was removed.
 */
export function mapOffset(before: string, after: string, offset: number): number {
  let [atBefore, atAfter] = [0, 0];
  let behind: number | undefined;
  for (const { change, text } of diffWords(before, after)) {
    if (change === 'added') {
      atAfter += text.length;
      continue;
    }
    const inside = offset - atBefore;
    if (inside < text.length) return change === 'same' ? atAfter + inside : (behind ?? atAfter);
    atBefore += text.length;
    if (change === 'same') atAfter += text.length;
    if (atBefore === offset && change === 'same') behind = atAfter;
  }
  return behind ?? after.length;
}

function $putPoint(point: PointType, block: ElementNode, offset: number): void {
  let rest = offset;
  for (const node of block.getAllTextNodes()) {
    if (rest <= node.getTextContentSize()) {
      point.set(node.getKey(), rest, 'text');
      return;
    }
    rest -= node.getTextContentSize();
  }
  point.set(block.getKey(), block.getChildrenSize(), 'element');
}
