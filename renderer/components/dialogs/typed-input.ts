/** Detects whether the fields of an element were changed from their initial values. */
import type { StashedFields } from '#renderer/state/unsaved/stashed-form-input.ts';
import { CHOICE, fieldsIn, isField, nameIn, valueIn } from './form-fields.ts';

/** Attribute of a form whose values the vault has saved; removed by the next input. */
export const SENT = 'data-sent';

export interface TypedInput {
  readonly isTyped: () => boolean;
  /** Returns the changed values by field name. */
  readonly changes: () => StashedFields;
  readonly end: () => void;
}

export function watchTyped(root: HTMLElement): TypedInput {
  const before = new WeakMap<Element, string>();
  const changed = new Set<Element>();
  const note = (field: Element) => {
    if (!before.has(field)) before.set(field, valueIn(field));
  };
  // A dialog opened from this one watches its own fields; what it took is no input of this one.
  const isOwn = (field: Element) => field.closest('dialog') === root.closest('dialog');
  const onFocus = ({ target }: Event) => {
    if (isField(target) && isOwn(target)) note(target);
  };
  const onInput = ({ target }: Event) => {
    if (!isField(target) || !isOwn(target)) return;
    changed.add(target);
    target.form?.removeAttribute(SENT);
  };
  const isOther = (field: Element) => valueIn(field) !== (before.get(field) ?? '');
  // A field added later is recorded when it gets the focus.
  for (const field of fieldsIn(root)) note(field);
  root.addEventListener('focusin', onFocus);
  root.addEventListener('input', onInput);
  return {
    // A changed field that has disappeared was turned into something else, such as a row or a file.
    isTyped: () =>
      [...changed].some((field) => !root.contains(field) || isOther(field)) ||
      [...root.querySelectorAll(CHOICE)].some(isOther),
    changes: () => {
      const told = fieldsIn(root).filter(
        (field) => (before.has(field) || changed.has(field)) && isOther(field),
      );
      return Object.fromEntries(told.map((field) => [nameIn(root, field), valueIn(field)]));
    },
    end: () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('input', onInput);
    },
  };
}
