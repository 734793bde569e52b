/**
 * Pool of large buffers for file content: zeroed when released, so that no content outlives its transfer, and used
 * again, because allocating them per file fragments the process's memory.
 */
import { wipe } from '#crypto/bytes.ts';

/** Smallest buffer kept in the pool; smaller ones are left to garbage collection. */
const KEPT_MIN_BYTES = 64 * 1024;
/** Enough for some ten transfers at a time. */
const IDLE_MAX_BYTES = 16 * 1024 * 1024;

const idle = new Map<number, Buffer[]>();
let idleBytes = 0;

/** Write before reading: a new buffer has arbitrary content. */
export function acquireBuffer(bytes: number): Buffer {
  const kept = idle.get(bytes)?.pop();
  if (kept === undefined) return Buffer.allocUnsafeSlow(bytes);
  idleBytes -= bytes;
  return kept;
}

/** Call when no reader is left; a released buffer must not be used. */
export function releaseBuffer(...buffers: readonly Buffer[]): void {
  wipe(...buffers);
  for (const buffer of buffers) {
    const { length } = buffer;
    if (length < KEPT_MIN_BYTES || idleBytes + length > IDLE_MAX_BYTES) continue;
    idle.set(length, [...(idle.get(length) ?? []), buffer]);
    idleBytes += length;
  }
}
