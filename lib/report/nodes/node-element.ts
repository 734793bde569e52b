/** The report's own nodes as elements: what a node knows of itself stands in attributes, and is read back from them. */
import type { DOMConversionMap, LexicalNode } from 'lexical';

export type Attributes = readonly (readonly [name: string, value: string])[];

/** `dress` is the class of the editor's theme; without one it is the element of an export. */
export function createTagged(tag: string, attributes: Attributes, dress?: unknown): HTMLElement {
  const element = document.createElement(tag);
  if (typeof dress === 'string') element.className = dress;
  setAttributes(element, attributes);
  return element;
}

export function setAttributes(element: HTMLElement, attributes: Attributes): void {
  for (const [name, value] of attributes) element.setAttribute(name, value);
}

/** Elements that carry `attribute` become what `$create` makes of theirs; it is answered null for an absent one. */
export function importTagged(
  tag: string,
  attribute: string,
  $create: (get: (name: string) => string | null) => LexicalNode,
): DOMConversionMap {
  return {
    [tag]: (element) =>
      element.hasAttribute(attribute)
        ? { conversion: (found) => ({ node: $create((name) => found.getAttribute(name)) }), priority: 2 }
        : null,
  };
}
