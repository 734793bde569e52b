/** Converts the report's own Lexical nodes to HTML elements and back; their metadata is in attributes. */
import type { DOMConversionMap, LexicalNode } from 'lexical';

export type Attributes = readonly (readonly [name: string, value: string])[];

/** `dress`: class from the editor's theme; without it the element of an export. */
export function createTagged(tag: string, attributes: Attributes, dress?: unknown): HTMLElement {
  const element = document.createElement(tag);
  if (typeof dress === 'string') element.className = dress;
  setAttributes(element, attributes);
  return element;
}

export function setAttributes(element: HTMLElement, attributes: Attributes): void {
  for (const [name, value] of attributes) element.setAttribute(name, value);
}

/** Imports elements with `attribute` by `$create`, whose reader returns null for an absent attribute. */
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
