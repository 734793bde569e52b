/** Stack of open dialogs, innermost last, so that one Escape closes only one. */
const open: HTMLDialogElement[] = [];

/**
 * Calls `onEscape` for the innermost dialog if nothing inside handles the key. Returns a function that
 * unregisters it.
 */
export function listenForEscape(dialog: HTMLDialogElement, onEscape: () => void): () => void {
  open.push(dialog);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (open.at(-1) !== dialog || isListOpen(event.target)) return;
    event.preventDefault();
    onEscape();
  };
  // Registered after the page's listeners, so that they handle the key first.
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    open.splice(open.indexOf(dialog), 1);
  };
}

/** Returns true if a menu or a select's list is open, which Escape closes first. */
function isListOpen(target: EventTarget | null): boolean {
  if (document.querySelector(':popover-open') !== null) return true;
  return target instanceof HTMLSelectElement && target.matches(':open');
}
