/**
 * Clears plaintext from memory soon after keys are wiped. Buffers are wiped in place. Strings stay until garbage
 * collection, which an idle server may not run for hours, and freed memory is not zeroed by the allocator.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { forceGarbageCollection } from './force-gc.ts';

/** Delay before freed memory is cleared; by then, responses in progress when the keys were wiped have been sent. */
const FORGET_AFTER_MS = 200;
const MIB = 1024 * 1024;
/**
 * Zeroed blocks to allocate, largest first: size and total. They overwrite freed memory; untouched further ones cost no
 * physical memory.
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
/** Deeper than the stack of any response. */
const STACK_DEPTH = 400;

export interface MemoryScrubber {
  /** Schedules a run soon; several requests become one run. */
  readonly schedule: () => void;
  /** `leave` drops cached data; called and awaited before each run. */
  readonly onBeforeScrub: (leave: () => Promise<unknown>) => void;
  /** Calls `listener` after each scrub; `tookMs` counts from its request. */
  readonly onScrubbed: (listener: (tookMs: number) => void) => void;
  /** Permanent, because closing a vault locks its sessions and then ends the thread or process. */
  readonly close: () => void;
}

/** `onFailure`: called when a run failed. */
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

/**
 * Overwrites freed memory, where the C library does not, as it does in a server started by `cli/launcher.mjs` (Linux).
 */
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
