/**
 * Opens a field's pick list and handles its keys. Digits choose, letters filter, Enter accepts and moves to
 * the next field, Escape closes.
 * Source: clinician's reference, keyboard map.
 */
import { $onUpdate, type LexicalEditor } from 'lexical';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { CHOICE_SEPARATOR, chosenOptions } from '#report/state/chosen-options.ts';
import { useActiveField } from './active-field.ts';
import {
  $currentField,
  $enterField,
  $fieldAfterAccepted,
  $fieldByKey,
  $markFieldChecked,
} from './field-positions.ts';
import {
  changePickList,
  closePickList,
  type OpenPickList,
  shownChoices,
  usePickList,
} from './pick-list-store.ts';
import { endArrival, isUnseen } from './unseen-field.ts';

/** Index that highlights no choice. */
const NOTHING = -1;

/** Close the list when the caret leaves the field. */
useActiveField.subscribe(({ key }) => {
  const { list } = usePickList.getState();
  if (list && key !== list.field_key) closePickList();
});

export function $openPickList(
  editor: LexicalEditor,
  field: ReportFieldNode | null = $currentField(),
): boolean {
  const meta = field?.getField();
  if (!field || !meta || meta.options.length === 0) return false;
  const text = field.getTextContent();
  const taken = meta.kind === 'multi' && meta.filled ? chosenOptions(meta.options, text) : [];
  // Highlight only a value somebody chose: Enter would take a highlighted default that nobody meant.
  const marked = meta.filled ? meta.options.indexOf(text) : NOTHING;
  usePickList.setState({
    list: { editor, field_key: field.getKey(), meta, query: '', marked, taken },
  });
  return true;
}

/** Moves to a field, scrolls to it and opens its choices. */
export function $goToField(editor: LexicalEditor, field: ReportFieldNode): void {
  endArrival();
  $enterField(field);
  // Scroll here, because the editor scrolls to a caret but not to a selection.
  $onUpdate(() => editor.getElementByKey(field.getKey())?.scrollIntoView({ block: 'nearest' }));
  $markFieldChecked(field);
  const { kind } = field.getField();
  if (kind === 'select' || kind === 'multi') $openPickList(editor, field);
  else closePickList();
}

/** Handles a key of the list. Returns true if the list used it. */
export function handlePickListKey(event: KeyboardEvent, list: OpenPickList): boolean {
  const choices = shownChoices(list);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    changePickList({ marked: nextMarked(list.marked, event.key === 'ArrowDown' ? 1 : -1, choices.length) });
    return true;
  }
  if (event.key === 'Escape') {
    closePickList();
    return true;
  }
  if (event.key === 'Enter' && isPlain && !event.shiftKey) {
    if (event.repeat || isUnseen(list.field_key)) return true;
    const choice = choices[list.marked] ?? (list.query === '' ? undefined : list.query);
    if (choice !== undefined) acceptChoice(list, choice, true);
    else goOn(list);
    return true;
  }
  if (event.key === 'Backspace' && list.query !== '') {
    const query = list.query.slice(0, -1);
    changePickList({ query, marked: query === '' ? NOTHING : 0 });
    return true;
  }
  if (!isPlain || event.key.length !== 1) return false;
  const digit = list.query === '' && /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const chosen = choices[digit - 1];
  if (chosen !== undefined) {
    acceptChoice(list, chosen, list.meta.kind !== 'multi');
    return true;
  }
  if (event.key === ' ' && list.meta.kind === 'multi' && list.query === '') {
    const marked = choices[list.marked];
    if (marked !== undefined) acceptChoice(list, marked, false);
    return true;
  }
  changePickList({ query: list.query + event.key, marked: 0 });
  return true;
}

function nextMarked(marked: number, step: 1 | -1, count: number): number {
  if (count === 0) return NOTHING;
  if (marked === NOTHING) return step === 1 ? 0 : count - 1;
  return (marked + step + count) % count;
}

/** Handles Enter with nothing highlighted or typed: keeps the taken choices and moves to the next field. */
function goOn(list: OpenPickList): void {
  list.editor.update(() => {
    closePickList();
    const next = $fieldAfterAccepted();
    if (next) $goToField(list.editor, next);
    else $fieldByKey(list.field_key)?.selectEnd();
  });
}

/** Puts a choice into the field. In a field with several, choosing again removes it. */
export function acceptChoice(list: OpenPickList, choice: string, goOn: boolean): void {
  const isMulti = list.meta.kind === 'multi';
  const isTaken = list.taken.includes(choice);
  const taken = isMulti
    ? goOn && list.taken.length > 0
      ? list.taken
      : isTaken
        ? list.taken.filter((known) => known !== choice)
        : [...list.taken, choice]
    : [choice];
  list.editor.update(() => {
    const field = $fieldByKey(list.field_key);
    if (!field) return;
    field.fill(taken.join(CHOICE_SEPARATOR));
    if (!goOn) {
      $enterField(field);
      return;
    }
    closePickList();
    $enterField(field);
    const next = $fieldAfterAccepted();
    if (next) $goToField(list.editor, next);
    else field.selectEnd();
  });
  if (!goOn) changePickList({ taken });
}
