/**
 * Receives messages of the Dragon browser extension for all open reports. The extension's own listener is
 * registered last, so ours come first. One shared listener prevents that two reports write the same text.
 */
import { installDragonSupport } from '@lexical/dragon';

/** Returns true if it handled the message; later listeners then skip it. */
type DragonHandler = (data: unknown) => boolean;

/** Handlers of the open reports. */
const hearing = new Set<DragonHandler>();

/** Registers the listener before Lexical's own and before the extension's. */
export function listenForDragon(): void {
  window.addEventListener(
    'message',
    (event) => {
      if (event.origin !== window.location.origin) return;
      if ([...hearing].some((hear) => hear(event.data))) event.stopImmediatePropagation();
    },
    true,
  );
  installDragonSupport();
}

export function onDragonMessage(hear: DragonHandler): () => void {
  hearing.add(hear);
  return () => void hearing.delete(hear);
}
