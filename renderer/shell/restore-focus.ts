/**
 * The focus never rests on the page itself, where keys go nowhere. When the control that had it goes (a screen
 * changes, a dialog or a menu closes, a button has done its work), the focus goes back to the last place that
 * is still there, else to where the screen begins. A press of the pointer on an empty place is left alone, since
 * text is selected that way; what is written next still goes where it went before.
 */
import { useRoute } from '#renderer/state/shell/route-store.ts';

const REMEMBERED_MAX = 16;
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]';
const FOCUSABLE_IN_MAIN = `main :is(${FOCUSABLE}), main:is(${FOCUSABLE})`;

/** Has the focus until the screen has loaded something that can take it. */
let waiting: HTMLElement | undefined;
/** Places that had the focus on this screen, the last one last. */
let trail: HTMLElement[] = [];
let isPressing = false;
let planned: number | undefined;

/** Answers how to stop. */
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

/** From here to the next key or the end of the click, a lost focus is what the person wanted. */
function press(event: PointerEvent): void {
  isPressing = !(event.target instanceof Element && event.target.closest(FOCUSABLE));
}

function release(event?: Event): void {
  if (event?.type === 'click' && isPressing) return;
  isPressing = false;
}

/** Keys that write go back into the text they were going into; all others are left to what was selected meanwhile. */
function writeOn(event: KeyboardEvent): void {
  release();
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const writes = event.key.length === 1 || event.key === 'Backspace' || event.key === 'Delete';
  if (isCommand || !writes || !isNowhere()) return;
  const place = placeToGo();
  if (place?.isContentEditable || place?.matches('input, textarea')) place.focus();
}

/** After the next frame: only then has a control that was hidden lost the focus. */
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
