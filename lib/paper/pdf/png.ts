/** Encodes samples as PNG without transparency, which a PDF embeds unchanged. Source: PNG (ISO/IEC 15948). */
import { crc32, deflateSync } from 'node:zlib';
import type { PaperPicture } from './figure-picture.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const GREY = 0;
const COLOURS = 2;
const BIT_DEPTH = 8;

export function encodePng({ columns, rows, channels, data }: PaperPicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(columns, 0);
  head.writeUInt32BE(rows, 4);
  head.set([BIT_DEPTH, channels === 1 ? GREY : COLOURS], 8);
  const stride = columns * channels;
  // Each line begins with its filter type: none.
  const lines = Buffer.alloc((stride + 1) * rows);
  for (let row = 0; row < rows; row += 1)
    lines.set(data.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The sheet shows a logo some 200 pixels high; larger ones only cost memory. */
const LOGO_MAX_PIXELS = 2048;
/** Grey, colours, palette; with transparency: grey and colours. */
const COLOUR_TYPES: ReadonlySet<number> = new Set([0, 2, 3, 4, 6]);

/** True for a PNG that the typesetter reads: eight bits, not interlaced, of a bounded size. */
export function isDrawablePng(bytes: Buffer): boolean {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE)) return false;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [columns, rows] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, colours, , , interlace] = bytes.subarray(24, 29);
  return (
    columns > 0 &&
    rows > 0 &&
    Math.max(columns, rows) <= LOGO_MAX_PIXELS &&
    depth === BIT_DEPTH &&
    COLOUR_TYPES.has(colours ?? -1) &&
    interlace === 0
  );
}
