/** Finds the fields of the live report and moves the caret between them. */
import {
  $findMatchingParent,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  type LexicalNode,
} from 'lexical';
import { $isReportFieldNode, type ReportFieldNode } from '#report/nodes/field-node.ts';
import { type ReportField, reportField } from '#report/review/field-list.ts';

/** Returns all fields in reading order. */
export function $allFields(): ReportFieldNode[] {
  const fields: ReportFieldNode[] = [];
  const visit = (node: LexicalNode): void => {
    if ($isReportFieldNode(node)) fields.push(node);
    else if ($isElementNode(node)) for (const child of node.getChildren()) visit(child);
  };
  visit($getRoot());
  return fields;
}

/** A live field as the checks see it. */
export function $checkedField(field: ReportFieldNode): ReportField {
  const next = field.getNextSibling();
  return reportField(
    field.getField(),
    field.getTextContent(),
    $isTextNode(next) ? next.getTextContent() : '',
  );
}

export function $fieldAround(node: LexicalNode): ReportFieldNode | null {
  const field = $findMatchingParent(node, $isReportFieldNode);
  return $isReportFieldNode(field) ? field : null;
}

/** Returns the field at the caret, or at the end of a selection. */
export function $currentField(): ReportFieldNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  return $fieldAround(selection.focus.getNode()) ?? $fieldAround(selection.anchor.getNode());
}

/**
 * Returns the field whose whole text is selected, else null. Accepts any of the points by which browsers
 * report that selection.
 */
export function $wholeFieldSelected(): ReportFieldNode | null {
  const selection = $getSelection();
  const field = $currentField();
  if (!field || !$isRangeSelection(selection) || selection.isCollapsed()) return null;
  const text = field.getTextContent();
  return text !== '' && selection.getTextContent() === text ? field : null;
}

/** A range of characters within a field. */
export interface PartOfField {
  readonly field: ReportFieldNode;
  readonly from: number;
  readonly length: number;
}

/**
 * Returns the selected part of one field, or undefined if anything else is selected. Accepts any points by
 * which browsers report it.
 */
export function $partOfFieldSelected(): PartOfField | null {
  const selection = $getSelection();
  const field = $currentField();
  if (!field || !$isRangeSelection(selection) || selection.isCollapsed()) return null;
  const start = selection.isBackward() ? selection.focus : selection.anchor;
  const node = start.getNode();
  if (!$isTextNode(node)) return null;
  const isInside = field.isParentOf(node);
  const isAtEdge = start.offset === node.getTextContentSize() && field.is(node.getNextSibling());
  if (!isInside && !isAtEdge) return null;
  const text = selection.getTextContent();
  const from = isInside ? start.offset : 0;
  const isAll = field.getTextContent().slice(from, from + text.length) === text;
  return isAll && field.getChildrenSize() === 1 ? { field, from, length: text.length } : null;
}

/**
 * Marks the field as checked because the person moved to it by key or press. Opening a report places the
 * caret without marking.
 */
export function $markFieldChecked(field: ReportFieldNode): void {
  if (field.getField().not_reviewed) field.setField({ not_reviewed: undefined });
}

/** Selects the field's text, so that typing replaces it. */
export function $enterField(field: ReportFieldNode): void {
  field.select(0, field.getChildrenSize());
  const first = field.getFirstDescendant();
  const last = field.getLastDescendant();
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !$isTextNode(first) || !$isTextNode(last)) return;
  selection.setTextNodeRange(first, 0, last, last.getTextContentSize());
}

/**
 * Returns the field before or after the caret. With `unfilled`, the search wraps around; without, it ends at
 * the last field. Undefined if there is none.
 */
export function $fieldFromCaret(step: 1 | -1, unfilled: boolean): ReportFieldNode | undefined {
  const fields = $allFields();
  const current = $currentField();
  const at = current ? fields.findIndex((field) => field.is(current)) : $placeOfCaret(fields);
  // A caret between two fields has a half-step index.
  const after = fields.filter((_, index) => (step === 1 ? index > at : index < at));
  const ordered = step === 1 ? after : after.toReversed();
  if (!unfilled) return ordered[0];
  const others = fields.filter((field) => !ordered.includes(field) && !(current && field.is(current)));
  const wrapped = step === 1 ? others : others.toReversed();
  return [...ordered, ...wrapped].find((field) => !field.getField().filled);
}

/** Returns the index of a caret outside the fields, between the indexes of its neighbours. */
function $placeOfCaret(fields: readonly ReportFieldNode[]): number {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return -0.5;
  const node = selection.anchor.getNode();
  const before = fields.filter((field) => field.isBefore(node) && !field.isParentOf(node));
  return before.length - 0.5;
}

export function $fieldByKey(key: string): ReportFieldNode | null {
  const node = $getNodeByKey(key);
  return $isReportFieldNode(node) ? node : null;
}

/**
 * Returns the field that follows an accepted one: the next, and behind the last the first open one, because what is typed
 * behind a value would join it. Undefined if no field is open.
 */
export function $fieldAfterAccepted(): ReportFieldNode | undefined {
  return $fieldFromCaret(1, false) ?? $fieldFromCaret(1, true);
}
