/**
 * What was in clear goes from memory soon after the keys have. What is wiped in place is gone at once; texts are the
 * engine's and stand in memory until it collects, which an idle server may not do for hours, and what the allocator got
 * back it does not zero.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the search index has left. */
const FORGET_AFTER_MS = 400;
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

export interface Forgetting {
  /** Soon; several at a time are one. */
  readonly request: () => void;
  /** For good: closing a vault locks its sessions, and whoever closes it ends the thread or the process. */
  readonly close: () => void;
}

/** `onFailure`: it could not be done. */
export function createForgetting(onFailure: (error: unknown) => void): Forgetting {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    request() {
      if (isClosed) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        forget().catch(onFailure);
      }, FORGET_AFTER_MS).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function forget(): Promise<void> {
  collect();
  const held: ArrayBuffer[] = [];
  for (const { bytes, total } of SCRUBBED) {
    for (let at = 0; at < total; at += bytes) {
      held.push(new ArrayBuffer(bytes));
      if (at % MIB === 0) await nextTurn();
    }
  }
  overwriteStack(STACK_DEPTH);
}

/** Everything nobody reaches any more, and zeros where it stood: some 100 ms. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--clear-free-memory');
  try {
    const gc: unknown = runInNewContext('gc');
    if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  } finally {
    setFlagsFromString('--no-clear-free-memory');
  }
}

function overwriteStack(depth: number): number {
  return depth === 0 ? 0 : overwriteStack(depth - 1) + 1;
}
