import { installDragonSupport } from '@lexical/dragon';

/**
 * Before Dragon's own listener, which its extension puts at the end of the document: the first one heard writes the
 * text, and a report opened later would be written to by both.
 */
export function listenForDragon(): void {
  installDragonSupport();
}
