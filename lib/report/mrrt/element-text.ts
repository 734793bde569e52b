/** Own text of a template's elements, without that of the form controls inside them. */

const SILENT = ['select', 'textarea', 'input', 'script', 'style'];

/** Text without a final colon. */
export function labelText(element: Element | null): string {
  if (element === null) return '';
  return ownText(element).replace(/\s+/g, ' ').trim().replace(/\s*:$/, '');
}

export function hasControl(element: Element): boolean {
  return element.querySelector('input, select, textarea') !== null;
}

function ownText(node: Node): string {
  let text = '';
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const tag = child.nodeName.toLowerCase();
    if (child.nodeType === 3) text += child.nodeValue ?? '';
    else if (!SILENT.includes(tag)) text += ownText(child);
  }
  return text;
}
