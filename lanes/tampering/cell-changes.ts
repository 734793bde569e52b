/** Changes that an attacker with write access can make to a cell: altered bytes, or a sibling's value. */

export type Cell = string | number | Buffer | null;
export type Row = Readonly<Record<string, Cell>>;

export type Change = readonly [what: string, value: Cell];

export function changesOf(cell: Cell, siblings: readonly Cell[]): Change[] {
  const swapped = siblings
    .filter((other) => !isSame(other, cell))
    .map((other): Change => ["exchanged with a sibling's", other]);
  const changed: Change[] = [['emptied', null], ...swapped];
  if (typeof cell === 'number') changed.push(['one more', cell + 1], ['one less', cell - 1], ['zero', 0]);
  if (typeof cell === 'string') changed.push(['cut', cell.slice(0, -1)], ['extended', `${cell}0`]);
  if (cell instanceof Uint8Array) changed.push(...changesOfBytes(Buffer.from(cell)));
  return changed.filter(([, value]) => !isSame(value, cell));
}

/** Replaces each character of a text with signed or sealed content. */
export function changesOfText(text: string): Change[] {
  return Array.from({ length: text.length }, (_, at): Change => {
    const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
    return [`character ${at} changed`, `${text.slice(0, at)}${other}${text.slice(at + 1)}`];
  });
}

export function changesOfBytes(bytes: Buffer): Change[] {
  const flipped = Array.from(bytes.keys(), (at): Change => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    return [`byte ${at} flipped`, copy];
  });
  return [
    ...flipped,
    ['cut by a byte', bytes.subarray(0, -1)],
    ['cut in half', bytes.subarray(0, bytes.length >> 1)],
    ['without its first byte', bytes.subarray(1)],
    ['extended by a byte', Buffer.concat([bytes, Buffer.alloc(1)])],
    ['twice', Buffer.concat([bytes, bytes])],
    ['zeros', Buffer.alloc(bytes.length)],
    ['no bytes', Buffer.alloc(0)],
  ];
}

function isSame(a: Cell, b: Cell): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}
