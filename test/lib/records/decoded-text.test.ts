import { describe, expect, test } from 'vitest';
import { charsetOfMarkup, decodeText } from '#records/decoded-text.ts';

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('decodeText', () => {
  test('reads UTF-8 and Latin-1 as they are, and says which of them was guessed', () => {
    expect(decodeText(utf8('Größe'))).toEqual({ text: 'Größe', charset: 'utf-8', isGuessed: false });
    expect(decodeText(latin1('Größe'))).toEqual({ text: 'Größe', charset: 'windows-1252', isGuessed: true });
    expect(decodeText(latin1('Größe'), 'ISO-8859-1')).toMatchObject({ text: 'Größe', isGuessed: false });
    expect(decodeText(latin1('Größe'), '8859/1')).toMatchObject({ text: 'Größe', isGuessed: false });
  });

  test('a wrong declaration is overruled by bytes that can be nothing else', () => {
    expect(decodeText(utf8('Größe 12 mm'), 'UNICODE UTF-8')?.text).toBe('Größe 12 mm');
    expect(decodeText(utf8('Größe 12 mm'), 'utf-16')?.text).toBe('Größe 12 mm');
    expect(decodeText(utf8('Größe'), 'iso-8859-1')).toMatchObject({ text: 'Größe', isGuessed: true });
    expect(decodeText(latin1('Größe'), 'utf-8')).toMatchObject({ text: 'Größe', isGuessed: true });
  });

  test('reads UTF-16 by its mark and without one, and no mark becomes text', () => {
    expect(decodeText(latin1('\u00ff\u00fea\0b\0'))?.text).toBe('ab');
    expect(decodeText(latin1('\u00fe\u00ff\0a\0b'))?.text).toBe('ab');
    expect(decodeText(latin1('{\0"\0a\0"\0}\0'))?.text).toBe('{"a"}');
    expect(decodeText(utf8('\uFEFFab'))?.text).toBe('ab');
  });

  test('bytes that are no text are told as such', () => {
    expect(decodeText(Uint8Array.of(0x25, 0x50, 0x00, 0xff, 0x01))).toBeUndefined();
    expect(decodeText(latin1('\u00ff\u00fea'))).toBeUndefined();
  });
});

test('charsetOfMarkup finds what a page and an XML document say of themselves', () => {
  expect(charsetOfMarkup(utf8('<html><meta charset="windows-1252">'))).toBe('windows-1252');
  expect(charsetOfMarkup(utf8('<meta http-equiv=X content="text/html; charset=iso-8859-2">'))).toBe(
    'iso-8859-2',
  );
  expect(charsetOfMarkup(utf8('<?xml version="1.0" encoding="utf-16"?>'))).toBe('utf-16');
  expect(charsetOfMarkup(utf8('<p>charset=x</p>'))).toBeUndefined();
});
