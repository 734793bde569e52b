/**
 * Preloaded into a server (`--import`): measures every turn of its event loop and reports the longest to the parent
 * on request. Counts computing and disk waits, but not waiting for a processor (Linux; wall clock elsewhere). The
 * loop never sleeps while it is measured.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const NS_PER_MS = 1e6;

const buffer = Buffer.alloc(128);
const schedstat = openSchedstat();
let longestMs = 0;
let last = now();

function openSchedstat(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return undefined;
  }
}

/** Returns the time without waiting for a processor, in milliseconds. */
function now(): number {
  const clock = performance.now();
  if (schedstat === undefined) return clock;
  const length = readSync(schedstat, buffer, 0, buffer.length, 0);
  const waitedNs = Number(buffer.toString('latin1', 0, length).split(' ')[1]);
  return clock - waitedNs / NS_PER_MS;
}

function turn(): void {
  const at = now();
  longestMs = Math.max(longestMs, at - last);
  last = at;
  if (process.connected) setImmediate(turn);
}

// Main thread only, because worker threads load this too.
if (isMainThread) {
  process.on('message', () => {
    process.send?.(longestMs);
    longestMs = 0;
  });
  process.channel?.unref();
  setImmediate(turn);
}
