/**
 * Puts the words behind a check box or radio button that has no label into one, so that every box is read the same way.
 * Published templates write `<input type="checkbox">The sentence.</input>`, which HTML reads as a box and text behind it.
 * In a line whose last box has no words behind it, the words stand before the boxes and stay where they are.
 */
const ENDS = new Set([
  'br',
  'input',
  'select',
  'textarea',
  'label',
  'p',
  'div',
  'table',
  'ul',
  'ol',
  'section',
]);

export function labelBoxes(document: Document): void {
  const labelled = new Set([...document.querySelectorAll('label')].map((label) => label.getAttribute('for')));
  let made = 0;
  for (const box of document.querySelectorAll('input')) {
    const type = box.getAttribute('type')?.toLowerCase();
    if (type !== 'checkbox' && type !== 'radio') continue;
    if (box.closest('label') !== null || (box.id !== '' && labelled.has(box.id))) continue;
    const words = wordsBehind(box);
    if (!saysSomething(words) || !saysSomething(wordsBehind(lastInLine(box)))) continue;
    made += 1;
    if (box.id === '') box.setAttribute('id', `box-${made}`);
    const label = document.createElement('label');
    label.setAttribute('for', box.id);
    box.parentNode?.insertBefore(label, box.nextSibling);
    for (const node of words) label.appendChild(node);
  }
}

function saysSomething(nodes: readonly Node[]): boolean {
  return /[\p{L}\p{N}]/u.test(nodes.map((node) => node.textContent ?? '').join(''));
}

function lastInLine(box: Element): Element {
  let last = box;
  for (
    let node = box.nextSibling;
    node !== null && node.nodeName.toLowerCase() !== 'br';
    node = node.nextSibling
  )
    if (isElement(node) && node.localName === 'input') last = node;
  return last;
}

function wordsBehind(box: Element): Node[] {
  const words: Node[] = [];
  for (let node = box.nextSibling; node !== null; node = node.nextSibling) {
    const tag = node.nodeName.toLowerCase();
    if (ENDS.has(tag) || (isElement(node) && node.querySelector('input, select, textarea') !== null)) break;
    words.push(node);
  }
  return words;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
