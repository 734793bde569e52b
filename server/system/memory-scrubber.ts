/**
 * What was in clear goes from memory soon after the keys have. What is wiped in place is gone at once; texts are the
 * engine's and stand in memory until it collects, which an idle server may not do for hours, and what the allocator got
 * back it does not zero.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { forceGarbageCollection } from './force-gc.ts';

/** By then what was being answered when the keys went has left. */
const FORGET_AFTER_MS = 200;
const MIB = 1024 * 1024;
/**
 * Blocks of memory that are asked for as zeros, the largest first: their size, and how much in all. They lie where freed
 * ones lay; what goes beyond those is never touched, and costs no memory.
 */
const SCRUBBED = [
  { bytes: 64 * 1024, total: 48 * MIB },
  { bytes: 32 * 1024, total: 16 * MIB },
  { bytes: 16 * 1024, total: 16 * MIB },
  { bytes: 8 * 1024, total: 8 * MIB },
  { bytes: 4 * 1024, total: 8 * MIB },
  { bytes: 2 * 1024, total: 4 * MIB },
  { bytes: 1024, total: 4 * MIB },
  { bytes: 512, total: 4 * MIB },
  { bytes: 256, total: 4 * MIB },
  { bytes: 96, total: 2 * MIB },
];
/** Deeper than any answer was written from. */
const STACK_DEPTH = 400;

export interface MemoryScrubber {
  /** Soon; several at a time are one. */
  readonly schedule: () => void;
  /** `leave` lets go of what it holds; asked each time, before memory is cleared, and waited for. */
  readonly onBeforeScrub: (leave: () => Promise<unknown>) => void;
  /** `tookMs`: from the request on. */
  readonly onScrubbed: (listener: (tookMs: number) => void) => void;
  /** For good: closing a vault locks its sessions, and whoever closes it ends the thread or the process. */
  readonly close: () => void;
}

/** `onFailure`: it could not be done. */
export function createMemoryScrubber(onFailure: (error: unknown) => void): MemoryScrubber {
  const leaving: (() => Promise<unknown>)[] = [];
  const listeners: ((tookMs: number) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function forget(requestedAt: number): Promise<void> {
    const left = await Promise.allSettled(leaving.map((leave) => leave()));
    for (const each of left) if (each.status === 'rejected') onFailure(each.reason);
    await forceGarbageCollection();
    await overwriteFreed();
    overwriteStack(STACK_DEPTH);
    for (const listener of listeners) listener(performance.now() - requestedAt);
  }

  return {
    schedule() {
      if (isClosed) return;
      const requestedAt = performance.now();
      timer ??= setTimeout(() => {
        timer = undefined;
        forget(requestedAt).catch(onFailure);
      }, FORGET_AFTER_MS).unref();
    },
    onBeforeScrub: (leave) => void leaving.push(leave),
    onScrubbed: (listener) => void listeners.push(listener),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Where the C library does not do so itself, as it does in a server that `cli/launcher.mjs` started (Linux). */
async function overwriteFreed(): Promise<void> {
  const held: ArrayBuffer[] = [];
  for (const { bytes, total } of SCRUBBED) {
    for (let at = 0; at < total; at += bytes) {
      held.push(new ArrayBuffer(bytes));
      if (at % MIB === 0) await nextTurn();
    }
  }
}

function overwriteStack(depth: number): number {
  return depth === 0 ? 0 : overwriteStack(depth - 1) + 1;
}
