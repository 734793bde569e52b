/** The dialogs that are open, innermost last: one key closes one of them. */
const open: HTMLDialogElement[] = [];

/** `onEscape` runs for the innermost dialog, once nothing inside of it takes the key. The answer ends it. */
export function listenForEscape(dialog: HTMLDialogElement, onEscape: () => void): () => void {
  open.push(dialog);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (open.at(-1) !== dialog || isListOpen(event.target)) return;
    event.preventDefault();
    onEscape();
  };
  // Behind the listeners of the page, which have had their turn.
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    open.splice(open.indexOf(dialog), 1);
  };
}

/** A menu, or the platform's own list of a select: it is closed alone. */
function isListOpen(target: EventTarget | null): boolean {
  if (document.querySelector(':popover-open') !== null) return true;
  return target instanceof HTMLSelectElement && target.matches(':open');
}
