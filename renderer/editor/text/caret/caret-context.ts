/** React hook for the caret's context (section, block type) as toolbar and outline show it. */
import { $isListNode, type ListNode } from '@lexical/list';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $isHeadingNode, $isQuoteNode } from '@lexical/rich-text';
import { $isTableSelection } from '@lexical/table';
import {
  $findMatchingParent,
  $getSelection,
  $isRangeSelection,
  $isRootNode,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalNode,
  mergeRegister,
} from 'lexical';
import { useEffect, useState } from 'react';
import { $cellAround } from '#renderer/editor/tables/table-navigation.ts';

export type BlockStyle = 'text' | 'heading1' | 'heading2' | 'heading3' | 'quote';

export interface CaretPlace {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly list: 'bullet' | 'number' | undefined;
  readonly style: BlockStyle;
  /** Index of the heading above the caret, from 0; -1 before the first. */
  readonly section: number;
  readonly inTable: boolean;
}

const NOWHERE: CaretPlace = {
  bold: false,
  italic: false,
  underline: false,
  list: undefined,
  style: 'text',
  section: -1,
  inTable: false,
};

export function useCaretContext(): CaretPlace {
  const [editor] = useLexicalComposerContext();
  const [place, setPlace] = useState(NOWHERE);
  useEffect(() => {
    let frame = 0;
    const section = sectionCounter();
    const read = () => {
      const next = editor.getEditorState().read(() => $caretPlace(section.$of));
      setPlace((known) => (next === undefined || isSame(known, next) ? known : next));
    };
    const plan = () => {
      cancelAnimationFrame(frame);
      // Read after the key was painted; the toolbar may follow a frame later.
      frame = requestAnimationFrame(() => setTimeout(read));
    };
    // Read once now, because the caret may have been placed before this listener was added.
    plan();
    return editor.registerUpdateListener(({ dirtyElements }) => {
      // Lexical marks the root as changed only when blocks are added, removed or replaced.
      if (dirtyElements.get('root')) section.forget();
      plan();
    });
  }, [editor]);
  return place;
}

export function useCanUndo(): { readonly undo: boolean; readonly redo: boolean } {
  const [editor] = useLexicalComposerContext();
  const [can, setCan] = useState({ undo: false, redo: false });
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(
          CAN_UNDO_COMMAND,
          (undo) => {
            setCan((known) => (known.undo === undo ? known : { ...known, undo }));
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
        editor.registerCommand(
          CAN_REDO_COMMAND,
          (redo) => {
            setCan((known) => (known.redo === redo ? known : { ...known, redo }));
            return false;
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  );
  return can;
}

function isSame(a: CaretPlace, b: CaretPlace): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.list === b.list &&
    a.style === b.style &&
    a.section === b.section &&
    a.inTable === b.inTable
  );
}

function $caretPlace($sectionOf: (top: LexicalNode | null) => number): CaretPlace | undefined {
  const selection = $getSelection();
  // Whole cells are chosen: the place is that of the first.
  if ($isTableSelection(selection)) {
    const first = selection.anchor.getNode();
    return { ...NOWHERE, section: $sectionOf($blockOfReport(first)), inTable: true };
  }
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  const list = $findMatchingParent(node, (parent): parent is ListNode => $isListNode(parent));
  return {
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    underline: selection.hasFormat('underline'),
    list: $isListNode(list) ? (list.getListType() === 'number' ? 'number' : 'bullet') : undefined,
    style: styleOf(node.getTopLevelElement()),
    section: $sectionOf($blockOfReport(node)),
    inTable: $cellAround(node) !== null,
  };
}

/** Returns the top-level block; for a table cell, the table. */
function $blockOfReport(node: LexicalNode): LexicalNode | null {
  const block = [node, ...node.getParents()].find((each) => $isRootNode(each.getParent()));
  return block ?? null;
}

function styleOf(top: LexicalNode | null): BlockStyle {
  if ($isQuoteNode(top)) return 'quote';
  if (!$isHeadingNode(top)) return 'text';
  const tag = top.getTag();
  return tag === 'h1' ? 'heading1' : tag === 'h2' ? 'heading2' : 'heading3';
}

interface SectionCounter {
  /** Counts the headings up to and including this block, minus one. */
  readonly $of: (top: LexicalNode | null) => number;
  readonly forget: () => void;
}

/** Caches the count per block, so that keys within a block need no counting. */
function sectionCounter(): SectionCounter {
  let known: { readonly key: string | undefined; readonly section: number } | undefined;
  return {
    $of: (top) => {
      if (known === undefined || known.key !== top?.getKey())
        known = { key: top?.getKey(), section: $countHeadings(top) - 1 };
      return known.section;
    },
    forget: () => {
      known = undefined;
    },
  };
}

function $countHeadings(top: LexicalNode | null): number {
  let count = 0;
  for (let node = top; node !== null; node = node.getPreviousSibling()) if ($isHeadingNode(node)) count += 1;
  return count;
}
