/**
 * The large buffers that content passes through on its way in and out: zeroed when they are given back, so that nothing
 * of a file outlives its transfer in memory, and used again, because a few hundred KiB asked for and freed with each
 * file leave holes in the process's memory that it never gives back.
 */
import { wipe } from '#crypto/bytes.ts';

/** Smaller ones are the collector's. */
const KEPT_MIN_BYTES = 64 * 1024;
/** What some ten transfers at a time use. */
const IDLE_MAX_BYTES = 16 * 1024 * 1024;

const idle = new Map<number, Buffer[]>();
let idleBytes = 0;

/** Whoever takes it writes before reading: a new one holds anything. */
export function acquireBuffer(bytes: number): Buffer {
  const kept = idle.get(bytes)?.pop();
  if (kept === undefined) return Buffer.allocUnsafeSlow(bytes);
  idleBytes -= bytes;
  return kept;
}

/** Once nobody reads them any more; a buffer given back is not to be touched. */
export function releaseBuffer(...buffers: readonly Buffer[]): void {
  wipe(...buffers);
  for (const buffer of buffers) {
    const { length } = buffer;
    if (length < KEPT_MIN_BYTES || idleBytes + length > IDLE_MAX_BYTES) continue;
    idle.set(length, [...(idle.get(length) ?? []), buffer]);
    idleBytes += length;
  }
}
