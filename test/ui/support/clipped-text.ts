/**
 * Finds unreadable text: cut by its box, drawn beyond a control, or overlapping. Scrollable text and text for screen
 * readers do not count. An ellipsis is allowed with a tooltip or name, and for people's own text.
 */
import type { Page } from '@playwright/test';

/** Returns texts with the reason; empty if all are readable. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Tolerance for accents and rounding. */
    const SLACK = 2;
    const top = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document.body;
    const visible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.vh, .skip, [aria-hidden="true"], svg, option') === null;
    const cuts = (value: string) => value === 'hidden' || value === 'clip';
    const scrolls = (value: string) => value === 'auto' || value === 'scroll';
    const isTold = (element: Element, words: string) =>
      [...document.querySelectorAll('[title], [aria-label]')].some(
        (each) =>
          each.contains(element) &&
          `${each.getAttribute('title') ?? ''} ${each.getAttribute('aria-label') ?? ''}`.includes(words),
      );

    interface Shown {
      readonly words: string;
      readonly parent: Element;
      readonly lines: readonly DOMRect[];
    }
    const shown: Shown[] = [];
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const words = node.nodeValue?.trim() ?? '';
      const parent = node.parentElement;
      if (words === '' || !parent || !visible(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
      if (lines.length > 0) shown.push({ words, parent, lines });
    }

    /** Undefined if all of it is readable or scrollable. */
    function problemOf({ words, parent, lines }: Shown): string | undefined {
      const edge = {
        left: Math.min(...lines.map(({ left }) => left)),
        right: Math.max(...lines.map(({ right }) => right)),
        top: Math.min(...lines.map((line) => line.top)),
        bottom: Math.max(...lines.map(({ bottom }) => bottom)),
      };
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === 'inline' || style.display === 'contents') continue;
        const room = box.getBoundingClientRect();
        // Hidden visually, for screen readers only.
        if (room.width <= 1 || room.height <= 1) return undefined;
        const across = Math.round(Math.max(room.left - edge.left, edge.right - room.right));
        const down = Math.round(Math.max(room.top - edge.top, edge.bottom - room.bottom));
        const saysSo = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const isCut = (cuts(style.overflowX) && across > SLACK) || (cuts(style.overflowY) && down > SLACK);
        const isOurs = words.includes('[') || /^\d{1,2}\b.* \d{4}$/.test(words);
        if (isCut && saysSo && (!isOurs || isTold(parent, words))) return undefined;
        if (isCut) return `is cut by ${Math.max(across, down)} px in .${box.className}`;
        const isControl = box.matches('button, [role=tab], [role=radio], [role=columnheader], th');
        if (isControl && Math.max(across, down) > SLACK)
          return `stands ${Math.max(across, down)} px outside its ${box.tagName.toLowerCase()}.${box.className}`;
        if (scrolls(style.overflowX) || scrolls(style.overflowY) || style.position === 'fixed')
          return undefined;
      }
      return edge.right > innerWidth + SLACK ? 'stands beyond the window' : undefined;
    }

    /** Overlays cover the page on purpose, so only texts of one layer are compared. */
    function layerOf(element: Element): Element {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(box).position)) return box;
      return document.body;
    }
    /** Returns the visible part of a line. */
    function seen(parent: Element, line: DOMRect): DOMRect {
      let { left, right, top, bottom } = line;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, display } = getComputedStyle(box);
        if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
        const room = box.getBoundingClientRect();
        [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
        [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    }
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 * SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3 * SLACK;
    const isThere = ({ parent }: Shown, { left, right, top, bottom }: DOMRect) => {
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (hit.contains(parent) || parent.contains(hit));
    };

    const found = shown.flatMap((each) => {
      const problem = problemOf(each);
      return problem ? [`«${each.words}» ${problem}`] : [];
    });
    const drawn = shown.map((each) => ({
      ...each,
      lines: each.lines.map((line) => seen(each.parent, line)),
    }));
    for (const [at, one] of drawn.entries()) {
      for (const other of drawn.slice(at + 1)) {
        const lines = one.lines.filter((line) => other.lines.some((rival) => meet(line, rival)));
        if (lines.length === 0 || layerOf(one.parent) !== layerOf(other.parent)) continue;
        if (lines.some((line) => isThere(one, line) || isThere(other, line)))
          found.push(`«${one.words}» stands over «${other.words}»`);
      }
    }
    const sideways = document.documentElement.scrollWidth - innerWidth;
    return sideways > 0 ? [...found, `the page scrolls sideways by ${sideways} px`] : found;
  });
}
