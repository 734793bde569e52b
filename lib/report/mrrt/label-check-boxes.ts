/**
 * Wraps the text after an unlabelled check box or radio button in a label, so that all boxes are read alike. Published
 * templates write `<input type="checkbox">The sentence.</input>`, which HTML reads as a box followed by text. In a line
 * whose last box has no text after it, the text precedes the boxes and stays.
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
