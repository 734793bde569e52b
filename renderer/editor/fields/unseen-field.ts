/**
 * The field at which the caret arrived by itself: a template was inserted, or a report opened. An Enter meant for what was
 * there before, pressed twice or held, must not accept a text that nobody could have read.
 */
import type { NodeKey } from 'lexical';

/** Time in which a second press still belongs to the first, and a text cannot be read, in milliseconds. */
const TO_SEE_MS = 1_000;

let arrived: { readonly key: NodeKey; readonly at: number } | undefined;

export function noteArrival(key: NodeKey, at = performance.now()): void {
  arrived = { key, at };
}

/** Called when the person goes to a field. */
export function endArrival(): void {
  arrived = undefined;
}

export function isUnseen(key: NodeKey, at = performance.now()): boolean {
  return arrived?.key === key && at - arrived.at < TO_SEE_MS;
}
