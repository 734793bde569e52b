/** Record check: text in any charset is decoded exactly, never as U+FFFD. */
import * as fc from 'fast-check';
import { decodeText } from '#records/decoded-text.ts';
import { failuresOf } from './find-failures.ts';
import type { RecordKind } from './record-check.ts';

/** Letters of windows-1252 that take several bytes in UTF-8, and the characters between them. */
const LETTERS = 'äöüÄÖÜßéèçñøåŒ€–µ²';
const WORD = fc.string({ unit: fc.constantFrom(...LETTERS, ...'abc 12.,\n'), minLength: 1, maxLength: 60 });

export const ATTACHED_TEXT: RecordKind = {
  name: 'attached text',
  check: (cases) =>
    failuresOf(
      fc.property(WORD, fc.constantFrom(...FORMS), (text, { encode, declared }) => {
        const read = decodeText(encode(text), declared);
        if (read?.text !== text) throw new Error(`read as ${JSON.stringify(read?.text)}`);
      }),
      cases,
    ),
};

interface Form {
  readonly encode: (text: string) => Uint8Array;
  readonly declared?: string;
}

const FORMS: readonly Form[] = [
  { encode: utf8 },
  { encode: utf8, declared: 'UNICODE UTF-8' },
  { encode: utf8, declared: 'utf-16' },
  { encode: (text) => utf8(`\uFEFF${text}`), declared: 'windows-1252' },
  { encode: (text) => utf16(`\uFEFF${text}`, false) },
  { encode: (text) => utf16(`\uFEFF${text}`, true), declared: 'utf-8' },
  { encode: (text) => Uint8Array.from([0xff, 0xfe, ...utf16(text, false)]) },
];

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), !isBigEndian);
  return new Uint8Array(bytes.buffer);
}
