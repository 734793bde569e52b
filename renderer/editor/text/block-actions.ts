/** Editor actions on blocks for toolbar and keyboard: styles, lists, sections. */
import {
  $isListNode,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  type ListNode,
  REMOVE_LIST_COMMAND,
} from '@lexical/list';
import { $createHeadingNode, $createQuoteNode, $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import { $setBlocksType } from '@lexical/selection';
import {
  $createParagraphNode,
  $createTextNode,
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  type LexicalEditor,
} from 'lexical';
import { $fieldAround } from '#renderer/editor/fields/field-positions.ts';
import { $goToField } from '#renderer/editor/fields/pick-list.ts';
import { $setSectionCode } from '#report/nodes/loinc-sections.ts';
import { type Section, sectionCodeOfTitle, sectionTitle } from '#report/state/section-titles.ts';
import type { BlockStyle } from './caret/caret-context.ts';
import { placeCaret } from './caret/focus-report.ts';

const TAGS = { heading1: 'h1', heading2: 'h2', heading3: 'h3' } as const;

export function setBlockStyle(editor: LexicalEditor, style: BlockStyle): void {
  editor.update(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return;
    $setBlocksType(selection, () => {
      if (style === 'text') return $createParagraphNode();
      if (style === 'quote') return $createQuoteNode();
      const heading = $createHeadingNode(TAGS[style]);
      const title = selection.anchor.getNode().getTopLevelElement()?.getTextContent() ?? '';
      return $setSectionCode(heading, sectionCodeOfTitle(title));
    });
  });
}

/** Turns the blocks into a list of that kind, or back into paragraphs. */
export function toggleList(editor: LexicalEditor, kind: 'bullet' | 'number'): void {
  const current = editor.getEditorState().read(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return undefined;
    const list = $findMatchingParent(selection.anchor.getNode(), (node): node is ListNode =>
      $isListNode(node),
    );
    return $isListNode(list) ? list.getListType() : undefined;
  });
  if (current === kind) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined);
  else if (kind === 'bullet') editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);
  else editor.dispatchCommand(INSERT_ORDERED_LIST_COMMAND, undefined);
}

/**
 * Moves the caret to the start of the text below the nth heading. Adds an empty paragraph to an empty
 * section, so that typing never goes into the heading.
 */
export function goToSection(editor: LexicalEditor, ordinal: number): void {
  placeCaret(
    editor,
    () => {
      const heading = $getRoot().getChildren().filter($isHeadingNode)[ordinal];
      if (heading) $enterSection(editor, heading);
    },
    () => scrollToSection(editor, ordinal),
  );
}

function $enterSection(editor: LexicalEditor, heading: HeadingNode): void {
  const next = heading.getNextSibling();
  if ($isElementNode(next) && !$isHeadingNode(next)) {
    const first = next.getFirstDescendant();
    const field = first && $fieldAround(first);
    if (field) $goToField(editor, field);
    else next.selectStart();
  } else if (editor.isEditable()) {
    const body = $createParagraphNode();
    heading.insertAfter(body);
    body.selectStart();
  } else {
    heading.selectEnd();
  }
}

function scrollToSection(editor: LexicalEditor, ordinal: number): void {
  const headings = editor.getRootElement()?.querySelectorAll(':scope > :is(h1, h2, h3, h4, h5, h6)');
  headings?.[ordinal]?.scrollIntoView({ block: 'start' });
}

/** Adds a coded section at the end of the report and puts the caret into it. */
export function insertSection(editor: LexicalEditor, section: Section, language: string): void {
  placeCaret(editor, () => {
    const title = sectionTitle(section, language);
    const heading = $setSectionCode($createHeadingNode('h2'), section.code).append($createTextNode(title));
    const body = $createParagraphNode();
    const root = $getRoot();
    const only = root.getChildrenSize() === 1 ? root.getFirstChild() : null;
    if ($isElementNode(only) && only.getTextContent().trim() === '') only.replace(heading);
    else root.append(heading);
    heading.insertAfter(body);
    body.selectStart();
  });
}

export function insertSymbol(editor: LexicalEditor, symbol: string): void {
  placeCaret(editor, () => {
    const selection = $getSelection() ?? $getRoot().selectEnd();
    selection.insertText(symbol);
  });
}
