/**
 * Moves between the panes of a screen by F6 and Shift+F6: visible elements marked `data-pane`, in document
 * order. A pane focuses its `data-pane-start`, else its first focusable element.
 */
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';

export function cyclePane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  );
  if (panes.length === 0) return;
  const from = panes.findIndex((pane) => pane.contains(document.activeElement));
  const start = from === -1 && step === -1 ? 0 : from;
  // Skip a pane without focusable elements, such as the outline of an empty report.
  for (let steps = 1; steps <= panes.length; steps += 1) {
    const target = startOf(panes.at((start + step * steps) % panes.length));
    if (!target) continue;
    target.focus();
    return;
  }
}

function startOf(pane: HTMLElement | undefined): HTMLElement | undefined {
  if (pane?.matches('[tabindex]')) return pane;
  const inside = (selector: string) =>
    [...(pane?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => element.checkVisibility());
  return inside('[data-pane-start]') ?? inside(FOCUSABLE);
}
