/**
 * Restores lists from Word's clipboard, where they are paragraphs with a typed number and a level in a style. Runs on
 * the parsed clipboard document before any other step.
 */

const LIST_STYLE = /mso-list:\s*l(\d+)\s+level(\d+)/i;
const MARKER_STYLE = /mso-list:\s*ignore/i;

/** `1.` `a)` `iv.` are numbers; a dot, a dash or a single `o` is a bullet. */
const NUMBER_MARKER = /^\(?(?:\d+|[a-z]{1,5})[.)]/i;

interface ListParagraph {
  readonly element: Element;
  readonly level: number;
  readonly ordered: boolean;
}

export function restoreWordLists(document: Document): void {
  const done = new Set<Element>();
  // Below the body: the body itself is no paragraph, whatever its style says.
  for (const element of [...document.body.querySelectorAll('[style]')]) {
    if (done.has(element)) continue;
    const run = runFrom(element);
    for (const paragraph of run) done.add(paragraph.element);
    if (run.length > 0) replaceRun(document, run);
  }
}

/** The adjacent list paragraphs starting with this element. */
function runFrom(element: Element): ListParagraph[] {
  const run: ListParagraph[] = [];
  let listId: string | undefined;
  for (let next: Element | null = element; next !== null; next = next.nextElementSibling) {
    const match = LIST_STYLE.exec(next.getAttribute('style') ?? '');
    if (match === null || (listId !== undefined && match[1] !== listId)) break;
    listId = match[1];
    run.push({ element: next, level: Math.min(Number(match[2]), 9), ordered: takeMarker(next) });
  }
  return run;
}

/** Removes the typed marker; returns true if it was a number. */
function takeMarker(paragraph: Element): boolean {
  let ordered = false;
  for (const span of [...paragraph.querySelectorAll('span')]) {
    if (!MARKER_STYLE.test(span.getAttribute('style') ?? '')) continue;
    ordered = NUMBER_MARKER.test((span.textContent ?? '').trim());
    span.remove();
  }
  return ordered;
}

function replaceRun(document: Document, run: readonly ListParagraph[]): void {
  const first = run[0];
  if (first === undefined) return;
  const top = document.createElement(first.ordered ? 'ol' : 'ul');
  first.element.before(top);
  const open = [{ list: top, level: first.level }];
  for (const { element, level, ordered } of run) {
    while (open.length > 1 && level < (open.at(-1)?.level ?? 0)) open.pop();
    const current = open.at(-1);
    if (current === undefined) return;
    let list = current.list;
    if (level > current.level) {
      list = document.createElement(ordered ? 'ol' : 'ul');
      (current.list.lastElementChild ?? current.list).append(list);
      open.push({ list, level });
    }
    const item = document.createElement('li');
    item.append(...[...element.childNodes]);
    list.append(item);
    element.remove();
  }
}
