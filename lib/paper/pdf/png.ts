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
