/** Whether something was typed or chosen in the fields of an element, and differs from what stood there. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface TypedInput {
  readonly isTyped: () => boolean;
  readonly end: () => void;
}

export function watchTyped(root: HTMLElement): TypedInput {
  const before = new WeakMap<Field, string>();
  const changed = new Set<Field>();
  const note = (field: Field) => {
    if (!before.has(field)) before.set(field, valueIn(field));
  };
  const onFocus = ({ target }: Event) => {
    if (isField(target)) note(target);
  };
  const onInput = ({ target }: Event) => {
    if (isField(target)) changed.add(target);
  };
  // Fields that come later are known from when they are gone into.
  for (const field of root.querySelectorAll('input, textarea, select')) if (isField(field)) note(field);
  root.addEventListener('focusin', onFocus);
  root.addEventListener('input', onInput);
  return {
    // A field that was typed in and has gone since has become something: a chosen patient, a row.
    isTyped: () =>
      [...changed].some((field) => !root.contains(field) || valueIn(field) !== before.get(field)),
    end: () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('input', onInput);
    },
  };
}

function isField(target: unknown): target is Field {
  if (target instanceof HTMLInputElement) return target.type !== 'file';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function valueIn(field: Field): string {
  const isTicked = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
  return isTicked ? String(field.checked) : field.value;
}
