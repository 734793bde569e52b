/**
 * Restores a lost focus, because keys do nothing while the page body has it. When the focused control
 * disappears, the focus returns to the last place still present, else to the start of the screen. A pointer
 * press on an empty area is left alone, because it selects text. The next typed letter still goes to the
 * earlier place.
 */
import { useRoute } from '#renderer/state/shell/route-store.ts';

const REMEMBERED_MAX = 16;
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]';
const FOCUSABLE_IN_MAIN = `main :is(${FOCUSABLE}), main:is(${FOCUSABLE})`;

/** Element focused until the screen has loaded something focusable. */
let waiting: HTMLElement | undefined;
/** Places that had the focus on this screen, newest last. */
let trail: HTMLElement[] = [];
let isPressing = false;
let planned: number | undefined;

/** Returns a function that stops it. */
export function startFocusRestoration(): () => void {
  const observer = new MutationObserver(plan);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['hidden', 'disabled', 'open', 'inert'],
  });
  addEventListener('focusin', remember);
  addEventListener('pointerdown', press, { capture: true });
  addEventListener('keydown', writeOn, { capture: true });
  addEventListener('click', release, { capture: true });
  const offRoute = useRoute.subscribe(() => {
    trail = [];
    release();
  });
  return () => {
    observer.disconnect();
    removeEventListener('focusin', remember);
    removeEventListener('pointerdown', press, { capture: true });
    removeEventListener('keydown', writeOn, { capture: true });
    removeEventListener('click', release, { capture: true });
    offRoute();
  };
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  trail = [...trail.filter((known) => known !== target && known.isConnected), target].slice(-REMEMBERED_MAX);
}

/** Notes a pointer press: until the next key or the end of the click, a lost focus is intended. */
function press(event: PointerEvent): void {
  isPressing = !(event.target instanceof Element && event.target.closest(FOCUSABLE));
}

function release(event?: Event): void {
  if (event?.type === 'click' && isPressing) return;
  isPressing = false;
}

/** Sends typing keys back to the text that had the focus; other keys apply to the new selection. */
function writeOn(event: KeyboardEvent): void {
  release();
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const writes = event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
  if (isCommand || !writes || !isNowhere()) return;
  const place = placeToGo();
  if (place?.isContentEditable || place?.matches('input, textarea')) place.focus();
}

/** Waits for the next frame, because a hidden control loses the focus only then. */
function plan(): void {
  if (planned !== undefined) return;
  planned = requestAnimationFrame(() =>
    setTimeout(() => {
      planned = undefined;
      if (isNowhere() && !isPressing) go();
    }),
  );
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === waiting;
}

function go(): void {
  const place = placeToGo();
  if (place) {
    waiting = undefined;
    place.focus();
    return;
  }
  const main = document.querySelector('main');
  if (!main || main === waiting) return;
  waiting = main;
  if (!main.hasAttribute('tabindex')) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

function placeToGo(): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  const last = trail.findLast((known) => canHaveFocus(known) && (!dialog || dialog.contains(known)));
  if (last) return last;
  const starts = dialog
    ? ['[data-autofocus]', FOCUSABLE]
    : ['[data-autofocus]', 'main [data-pane-start]', '[data-pane-start]', FOCUSABLE_IN_MAIN];
  for (const start of starts) {
    const found = [...(dialog ?? document).querySelectorAll<HTMLElement>(start)].find(canHaveFocus);
    if (found) return found;
  }
  return undefined;
}

function canHaveFocus(element: HTMLElement): boolean {
  if (!element.isConnected || element === waiting || element.matches(':disabled')) return false;
  return element.checkVisibility() && !element.closest('[inert]');
}
