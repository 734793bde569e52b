/**
 * Dragon's extension writes by messages. Its own listener stands at the end of the document, so that ours are before it:
 * the first one heard writes the text, and a report opened later would be written to by both.
 */
import { installDragonSupport } from '@lexical/dragon';

/** Whether it has dealt with the message, so that nobody else may. */
type Hear = (data: unknown) => boolean;

/** Reports that are open. */
const hearing = new Set<Hear>();

/** Before Lexical's own listener, and that one before the extension's. */
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

export function hearDragon(hear: Hear): () => void {
  hearing.add(hear);
  return () => void hearing.delete(hear);
}
