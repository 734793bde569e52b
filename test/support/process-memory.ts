/** What a process of ours holds in its memory, looked for byte by byte (Linux). */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const STEP_BYTES = 16 * 1024 * 1024;
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) (r[w-])\S+ \S+ \S+ \d+ *(.*)$/m;

export interface MemoryHits {
  /** In all memory that can be read. */
  readonly all: number;
  /** Outside of the C library's heap, where the engine keeps its objects. */
  readonly inObjects: number;
}

/** How often each of the needles stands in the memory of the process. */
export function searchMemory(
  pid: number,
  needles: Readonly<Record<string, Uint8Array>>,
): Readonly<Record<string, MemoryHits>> {
  const entries = Object.entries(needles);
  const found = new Map(entries.map(([name]) => [name, { all: 0, inObjects: 0 }]));
  const overlap = Math.max(...entries.map(([, needle]) => needle.length)) - 1;
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const { start, end, name } of mappingsOf(pid)) {
      for (let at = start; at < end; at += STEP_BYTES) {
        const part = readAt(memory, at, Math.min(STEP_BYTES + overlap, end - at));
        for (const [needleName, needle] of entries) {
          const hits = countIn(part, needle);
          const sum = found.get(needleName);
          if (sum === undefined) continue;
          sum.all += hits;
          if (name !== '[heap]') sum.inObjects += hits;
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return Object.fromEntries(found);
}

/** Those with something in them that the process wrote itself. */
function mappingsOf(pid: number) {
  return readFileSync(`/proc/${pid}/smaps`, 'utf8')
    .split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
    .flatMap((mapping) => {
      const [, from, to, rights, name = ''] = MAPPING.exec(mapping) ?? [];
      if (from === undefined || to === undefined || /^\[v/.test(name)) return [];
      const isWritten =
        rights === 'rw' ? !/^Rss: +0 kB$/m.test(mapping) : !/^Anonymous: +0 kB$/m.test(mapping);
      return isWritten ? [{ start: Number.parseInt(from, 16), end: Number.parseInt(to, 16), name }] : [];
    });
}

/** What is gone since the mappings were read is empty. */
function readAt(memory: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, length, at));
  } catch {
    return bytes.subarray(0, 0);
  }
}

function countIn(bytes: Buffer, needle: Uint8Array): number {
  let hits = 0;
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) hits += 1;
  return hits;
}
