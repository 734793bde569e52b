/** Reads the fields of a form by label and value, and restores values as if they were typed or selected. */
import type { StashedFields } from '#renderer/state/unsaved/stashed-form-input.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A selection that no field represents, such as a patient. */
interface Choice {
  readonly read: () => string;
  readonly write: (value: string) => void;
}

const choices = new WeakMap<Element, Choice>();

/** Elements that represent such a selection; the attribute is its name. */
export const CHOICE = '[data-choice]';

export function registerChoice(element: Element, choice: Choice): void {
  choices.set(element, choice);
}

/** Returns the fields without secrets, and without aids that repeat the field beside them. */
export function fieldsIn(root: Element): Element[] {
  return [...root.querySelectorAll(`input, textarea, select, ${CHOICE}`)].filter(
    (element) => (isField(element) && !isSecret(element)) || choices.has(element),
  );
}

export function isField(target: unknown): target is Field {
  if (target instanceof HTMLInputElement) return target.type !== 'file';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function isSecret(field: Field): boolean {
  const isPassword = field instanceof HTMLInputElement && field.type === 'password';
  return isPassword || field.autocomplete.includes('password') || field.ariaHidden === 'true';
}

function isTickBox(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
}

export function valueIn(element: Element): string {
  if (!isField(element)) return choices.get(element)?.read() ?? '';
  return isTickBox(element) ? String(element.checked) : element.value;
}

/** Returns the label; equal labels are numbered. */
export function nameIn(root: Element, element: Element): string {
  const label = labelOf(element);
  const alike = fieldsIn(root).filter((other) => labelOf(other) === label);
  return `${label} ${alike.indexOf(element)}`;
}

function labelOf(element: Element): string {
  if (!isField(element)) return element.getAttribute('data-choice') ?? '';
  return element.labels?.[0]?.textContent ?? element.ariaLabel ?? element.name;
}

/** Restores values as their fields appear. The returned function stops waiting. */
export function restoreFields(root: Element, kept: StashedFields): () => void {
  const left = new Map(Object.entries(kept));
  let planned: ReturnType<typeof setTimeout> | undefined;
  // One field at a time, because a form may compute its next state from the last rendered one.
  const place = () => {
    planned = undefined;
    const placed = fieldsIn(root).some((element) => {
      const name = nameIn(root, element);
      const value = left.get(name);
      return value !== undefined && write(element, value) && left.delete(name);
    });
    if (left.size === 0) observer.disconnect();
    else if (placed) plan();
  };
  const plan = () => {
    planned ??= setTimeout(place);
  };
  const observer = new MutationObserver(plan);
  observer.observe(root, { childList: true, subtree: true });
  plan();
  return () => {
    observer.disconnect();
    clearTimeout(planned);
  };
}

/** Returns false if the element cannot take the value yet. */
function write(element: Element, value: string): boolean {
  if (valueIn(element) === value) return true;
  if (!isField(element)) choices.get(element)?.write(value);
  else if (isTickBox(element)) element.click();
  else {
    if (element instanceof HTMLSelectElement && ![...element.options].some((one) => one.value === value))
      return false;
    // Use the native setter, because React ignores values set through its own.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
    setter?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    if (element instanceof HTMLSelectElement) element.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return true;
}
