/** Packs PNG pictures into the two icon formats ICO and ICNS. */

export interface Picture {
  /** Width and height in pixels. */
  readonly size: number;
  readonly png: Uint8Array;
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;
const ICNS_HEADER_BYTES = 8;

/** OSType of each picture size; double density has its own type. */
const ICNS_TYPES: ReadonlyMap<number, readonly string[]> = new Map([
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]);

/** Packs a Windows icon with PNG entries, as Windows Vista and later read it. */
export function packIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    // 256 is encoded as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Packs a macOS icon family. */
export function packIcns(pictures: readonly Picture[]): Buffer {
  const entries = pictures.flatMap(({ size, png }) =>
    (ICNS_TYPES.get(size) ?? []).map((type) => Buffer.concat([icnsHeader(type, png.length), png])),
  );
  const content = Buffer.concat(entries);
  return Buffer.concat([icnsHeader('icns', content.length), content]);
}

function icnsHeader(type: string, contentBytes: number): Buffer {
  const header = Buffer.alloc(ICNS_HEADER_BYTES);
  header.write(type, 'latin1');
  header.writeUInt32BE(ICNS_HEADER_BYTES + contentBytes, 4);
  return header;
}
