/** Searches a process's memory byte by byte (Linux). */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const STEP_BYTES = 16 * 1024 * 1024;
/** Untouched pages are skipped by comparing them with zeros. */
const ZEROS = Buffer.alloc(64 * 1024);
/** Prefix length that rarely occurs without the rest. */
const ALIKE_BYTES = 8;
const MAPPING = /^([0-9a-f]+)-([0-9a-f]+) (r[w-])\S+ \S+ \S+ \d+ *(.*)$/m;

export interface MemoryHits {
  /** Matches in all readable memory. */
  readonly all: number;
  /** Matches outside the C library's heap, where the engine keeps objects. */
  readonly inObjects: number;
}

/** Counts each needle in the process's memory. */
export function searchMemory(
  pid: number,
  needles: Readonly<Record<string, Uint8Array>>,
): Readonly<Record<string, MemoryHits>> {
  const entries = Object.entries(needles);
  const found = new Map(entries.map(([name]) => [name, { all: 0, inObjects: 0 }]));
  const alike = beginningAlike(entries);
  const overlap = Math.max(...entries.map(([, needle]) => needle.length)) - 1;
  const room = Buffer.allocUnsafe(STEP_BYTES + overlap);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const { start, end, name } of mappingsOf(pid)) {
      for (let at = start; at < end; at += STEP_BYTES) {
        const part = readAt(memory, at, room.subarray(0, end - at));
        for (const written of writtenIn(part, overlap)) {
          for (const { first, all } of alike) {
            for (const hit of hitsIn(written, first)) {
              for (const [needleName, needle] of all) {
                if (!written.subarray(hit, hit + needle.length).equals(needle)) continue;
                const sum = found.get(needleName);
                if (sum === undefined) continue;
                sum.all += 1;
                if (name !== '[heap]') sum.inObjects += 1;
              }
            }
          }
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return Object.fromEntries(found);
}

/** Returns mappings with content the process wrote. */
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

/** Treat a mapping that disappeared as empty. */
function readAt(memory: number, at: number, room: Buffer): Buffer {
  try {
    return room.subarray(0, readSync(memory, room, 0, room.length, at));
  } catch {
    return room.subarray(0, 0);
  }
}

/** Yields non-zero ranges with an overlap as long as a needle. */
function* writtenIn(bytes: Buffer, overlap: number): Generator<Buffer> {
  let from: number | undefined;
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const block = bytes.subarray(at, at + ZEROS.length);
    const isWritten = !block.equals(ZEROS.subarray(0, block.length));
    if (isWritten) from ??= Math.max(0, at - overlap);
    else if (from !== undefined) {
      yield bytes.subarray(from, at + overlap);
      from = undefined;
    }
  }
  if (from !== undefined) yield bytes.subarray(from);
}

function* hitsIn(bytes: Buffer, needle: Uint8Array): Generator<number> {
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) yield at;
}

type Needle = readonly [name: string, needle: Uint8Array];

/** Groups needles by prefix, to search them together. */
function beginningAlike(needles: readonly Needle[]): { first: Uint8Array; all: Needle[] }[] {
  const groups = Map.groupBy(needles, ([, needle]) =>
    Buffer.from(needle.subarray(0, ALIKE_BYTES)).toString('hex'),
  );
  return [...groups].map(([first, all]) => ({ first: Buffer.from(first, 'hex'), all }));
}
