/**
 * Holds keys typed between the change to a report and the moment its text takes keys. Without it the first letters are
 * lost, or reach the report that was just left. Listens before every other handler, because none may act on them.
 */
import { dropHeldKeys } from '#renderer/components/records/drop-held-keys.ts';
import { useRoute } from '#renderer/state/shell/route-store.ts';
import { holdKey, slotAhead } from '#renderer/state/unsaved/held-keys.ts';

/** Controls that use keys themselves. */
const OWN_KEYS = 'input, textarea, select, button, a[href], dialog, [role="menu"], [role="listbox"]';

/** Returns a function that stops it. */
export function startHoldingKeys(): () => void {
  addEventListener('keydown', hold, { capture: true });
  const offRoute = useRoute.subscribe(() => dropHeldKeys(slotAhead()));
  return () => {
    removeEventListener('keydown', hold, { capture: true });
    offRoute();
  };
}

function hold(event: KeyboardEvent): void {
  const slot = slotAhead();
  dropHeldKeys(slot);
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (slot === undefined || isCommand || event.isComposing) return;
  if (event.key === 'Enter' && event.repeat) return;
  const { target } = event;
  if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(OWN_KEYS)))
    return;
  if (!holdKey(slot, event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
