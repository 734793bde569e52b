/** Whether something was typed or chosen in the fields of an element, and differs from what stood there. */
import type { KeptFields } from '#renderer/state/unsaved/kept-input.ts';
import { CHOICE, fieldsIn, isField, nameIn, valueIn } from './form-fields.ts';

/** On a form whose words the vault has, until something else is typed in it. */
export const SENT = 'data-sent';

export interface TypedInput {
  readonly isTyped: () => boolean;
  /** What differs, by the names of the fields. */
  readonly changes: () => KeptFields;
  readonly end: () => void;
}

export function watchTyped(root: HTMLElement): TypedInput {
  const before = new WeakMap<Element, string>();
  const changed = new Set<Element>();
  const note = (field: Element) => {
    if (!before.has(field)) before.set(field, valueIn(field));
  };
  const onFocus = ({ target }: Event) => {
    if (isField(target)) note(target);
  };
  const onInput = ({ target }: Event) => {
    if (!isField(target)) return;
    changed.add(target);
    target.form?.removeAttribute(SENT);
  };
  const isOther = (field: Element) => valueIn(field) !== (before.get(field) ?? '');
  // Fields that come later are known from when they are gone into.
  for (const field of fieldsIn(root)) note(field);
  root.addEventListener('focusin', onFocus);
  root.addEventListener('input', onInput);
  return {
    // A field that was typed in and has gone since has become something: a row, a file.
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
