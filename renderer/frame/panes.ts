/**
 * F6 and Shift+F6 walk the panes of a screen: every visible element marked `data-pane`, in document order.
 * A pane focuses its own `data-pane-start`, else its first focusable element.
 */
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';

export function cyclePane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  );
  if (panes.length === 0) return;
  const from = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = from === -1 && step === -1 ? 0 : from;
  const pane = panes.at((start + step) % panes.length);
  const target = pane?.matches('[tabindex]')
    ? pane
    : (pane?.querySelector<HTMLElement>('[data-pane-start]') ?? pane?.querySelector<HTMLElement>(FOCUSABLE));
  target?.focus();
}
