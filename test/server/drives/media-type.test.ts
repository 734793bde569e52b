import { describe, expect, test } from 'vitest';
import { parseMimeType, sniffMediaType } from '#server/drives/blobs/media-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const dicom = Buffer.concat([Buffer.alloc(128), bytes('DICM'), Buffer.alloc(64)]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('sniffMediaType', () => {
  test.each([
    ['a PNG', png, undefined, 'image/png', 'image'],
    ['DICOM', dicom, undefined, 'application/dicom', 'dicom'],
    [
      'DICOM without its preamble',
      bytes('\x08\0\x05\0CS\n\0ISO_IR 100'),
      undefined,
      'application/dicom',
      'dicom',
    ],
    [
      'binary that only begins alike',
      bytes('\x08\0\x05\0QQ\n\0ISO_IR 100'),
      undefined,
      'application/octet-stream',
      'other',
    ],
    ['a PDF', bytes('%PDF-1.7\n'), undefined, 'application/pdf', 'pdf'],
    [
      'an old office file',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      undefined,
      'application/x-cfb',
      'document',
    ],
    ['rich text', bytes('{\\rtf1\\ansi}'), undefined, 'application/rtf', 'document'],
    ['text', Buffer.from('Befund: unauffällig\n'), undefined, 'text/plain', 'text'],
    ['text declared as CSV', bytes('a,b\n1,2\n'), 'text/csv', 'text/csv', 'text'],
    ['text declared as a picture', bytes('<b>no picture</b>'), 'image/png', 'text/plain', 'text'],
    ['a PDF declared as text', bytes('%PDF-1.7\n'), 'text/plain', 'application/pdf', 'pdf'],
    [
      'binary declared as a vendor type',
      bytes('\x00\x01\x02'),
      'application/x-acme',
      'application/x-acme',
      'other',
    ],
    ['binary declared as video', bytes('\x00\x01\x02'), 'video/mp4', 'application/octet-stream', 'other'],
    ['nothing at all', bytes(''), undefined, 'application/octet-stream', 'other'],
  ] as const)('%s', async (_what, head, declared, mime_type, media_kind) => {
    expect(await sniffMediaType(head, declared)).toEqual({ mime_type, media_kind });
  });

  test('text cut inside a character is still text', async () => {
    const head = Buffer.from('ä'.repeat(5000)).subarray(0, 8191);
    expect(await sniffMediaType(head, undefined)).toMatchObject({ media_kind: 'text' });
  });
});

describe('parseMimeType', () => {
  test('lowers the case and refuses what is no media type', () => {
    expect(parseMimeType(' Text/Plain; charset=utf-8 ')).toBe('text/plain; charset=utf-8');
    for (const text of ['', 'text', 'text/', '/plain', 'a/b/c', 'text/plain\r\nX: y']) {
      expect(() => parseMimeType(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});
