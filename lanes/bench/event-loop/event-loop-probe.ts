/**
 * Loaded before a server's own code (`--import`): measures every turn of its event loop and tells the longest to the
 * parent that asks. Of a turn counts what it computed and what it waited for disks; not what the processor gave to
 * other programs meanwhile (Linux; elsewhere the clock alone). The loop never sleeps while it is watched.
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

/** Time so far without that spent waiting for a processor, in milliseconds. */
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

// Threads of the server load this too.
if (isMainThread) {
  process.on('message', () => {
    process.send?.(longestMs);
    longestMs = 0;
  });
  process.channel?.unref();
  setImmediate(turn);
}
