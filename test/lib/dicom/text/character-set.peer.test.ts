/** Compares names in every DICOM character set with pydicom and DCMTK, and random texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { textDecoderFor } from '#dicom/text/character-set.ts';
import { runs } from '#test/support/depth.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dicom', 'cases');
const caseFile = (name: string) => {
  const file = readdirSync(CASES).find((each) => each.startsWith(name)) ?? '';
  return join(CASES, file);
};
const nameIn = (name: string) => openDataset(readFileSync(caseFile(name))).text('x00100010');
const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

describe('a name', () => {
  test.each([
    ['09a', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['09b', 'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう'],
    ['09c', '김희중'],
    ['09d', 'Zhang^XiaoDong=张^小东='],
    ['09e', 'Müller^Jörg'],
    ['09f', 'Müller^Αγη^'],
    ['09g', 'Müller^Jörg'],
  ])('of %s is %s', (file, name) => {
    expect(nameIn(file)).toBe(name);
  });

  test('of 09h is Cyrillic', () => {
    expect(nameIn('09h')).toMatch(/^\p{Script=Cyrillic}+\^\p{Script=Cyrillic}+$/u);
  });

  test.for(['09a', '09c', '09d', '09e', '09f'])('of %s is what dcmdump says', async (file, context) => {
    requirePeer(context, 'dcmdump', 'dcmtk');
    const judged = await runPeer('dcmdump', ['-q', '+U8', '+P', '0010,0010', caseFile(file)]);
    expect(judged.output).toContain(`[${nameIn(file)}]`);
  });
});

describe('textDecoderFor', () => {
  test.each([
    [
      'ISO_IR 100',
      'ISO IR 100',
      'ISO-IR 100',
      'ISO_IR_100',
      'ISO_IR-100',
      'iso_ir 100 ',
      'ISOIR100',
      'ISO-8859-1',
    ],
    [
      'ISO_IR 144',
      'ISO-IR 144',
      'ISO IR-144',
      'ISO 2022 IR 144',
      'ISO_2022_IR_144',
      'ISO2022IR144',
      'ISO-8859-5',
    ],
    [
      'ISO_IR 192',
      'ISO-IR 192',
      'ISO IR 192',
      'ISO_IR192',
      'UTF-8',
      'UTF8',
      '\\ISO_IR 192',
      'ISO 2022 IR 192',
    ],
    ['GB18030', 'GB 18030', 'gb18030', 'GB-18030'],
    ['GBK', 'gbk', 'ISO 2022 GBK'],
  ])('reads %s under all its spellings', (standard, ...spelt) => {
    const text = Buffer.from([0xd0, 0x9c, 0x41, 0xc4, 0xe3]);
    const right = textDecoderFor(standard)(text);
    for (const each of spelt) expect([each, textDecoderFor(each)(text)]).toEqual([each, right]);
  });

  test('reads Latin-1 that was sent as nothing, and UTF-8 that proves itself', () => {
    for (const declared of [undefined, '', 'ISO_IR 6', 'WHATEVER 7']) {
      expect(textDecoderFor(declared)(bytes('M', [0xfc], 'ller'))).toBe('Müller');
    }
    expect(textDecoderFor(undefined)(Buffer.from('Müller', 'utf8'))).toBe('Müller');
    expect(textDecoderFor('ISO_IR 100')(Buffer.from('Müller', 'utf8'))).toBe('MÃ¼ller');
  });

  test('ends what was called at the delimiters of the value, and at no others', () => {
    const decode = textDecoderFor('ISO 2022 IR 6\\ISO 2022 IR 100\\ISO 2022 IR 144');
    const called = bytes([0x1b], '-L', [0xb8], '^', [0x1b], '-A', [0xfc]);
    expect(decode(called, 'PN')).toBe('И^ü');
    const again = textDecoderFor('ISO 2022 IR 100\\ISO 2022 IR 144');
    expect(again(bytes([0x1b], '-L', [0xb8], '^', [0xfc]), 'PN')).toBe('И^ü');
    expect(again(bytes([0x1b], '-L', [0xb8], '^', [0xb8]), 'LO')).toBe('И^И');
    expect(again(bytes([0x1b], '-L', [0xb8], '\\', [0xfc]), 'LO')).toBe('И\\ü');
    expect(again(bytes([0x1b], '-L', [0xb8], '\\', [0xb8]), 'LT')).toBe('И\\И');
    for (const end of ['\r\n', '\n', '\f', '\t']) {
      expect(again(bytes([0x1b], '-L', [0xb8], end, [0xfc]), 'LT')).toBe(`И${end}ü`);
    }
  });

  test('takes no byte of a character for a delimiter', () => {
    // 0x3021 to 0x7426 of JIS X 0208 use every byte, including 5C, 5E and 3D.
    const kanji = bytes([0x1b], '$B', [0x3b, 0x5c, 0x5e, 0x3d, 0x3d, 0x5e], [0x1b], '(B^A');
    expect(textDecoderFor('\\ISO 2022 IR 87')(kanji, 'PN').split('^')).toHaveLength(2);
    const chinese = bytes([0xc5, 0x5c, 0x5e], 'a');
    expect(textDecoderFor('GB18030')(chinese, 'PN')).toMatch(/^.\^a$/u);
  });

  test('a delimiter whose writer forgot to call ASCII back is one', () => {
    const bytes = Buffer.from('\x1b$B;3ED^\x1b$BB@O:=', 'latin1');
    expect(textDecoderFor('\\ISO 2022 IR 87')(bytes, 'PN')).toBe('山田^太郎=');
  });
});

/** Builds an encoder by inverting the platform's decoder. */
function encoderOf(label: string, lead: readonly number[], double: boolean): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(label, { fatal: true });
  const found = new Map<string, number[]>();
  for (let high = 0xa1; high <= 0xfe; high += 1) {
    for (const low of double ? Array.from({ length: 94 }, (_, at) => at + 0xa1) : [undefined]) {
      const character = low === undefined ? [high] : [high, low];
      try {
        const text = decoder.decode(Uint8Array.from([...lead, ...character]));
        if ([...text].length === 1 && !found.has(text)) found.set(text, character);
      } catch {
        // Skip unassigned codes.
      }
    }
  }
  return found;
}

const UPPER = (code: readonly number[]) => code;
const LOWER = (code: readonly number[]) => code.map((byte) => byte & 0x7f);
const SETS = [
  ['ISO 2022 IR 58', '$)A', encoderOf('gbk', [], true), UPPER, ''],
  ['ISO 2022 IR 149', '$)C', encoderOf('euc-kr', [], true), UPPER, ''],
  ['ISO 2022 IR 87', '$B', encoderOf('euc-jp', [], true), LOWER, '(B'],
  ['ISO 2022 IR 159', '$(D', encoderOf('euc-jp', [0x8f], true), LOWER, '(B'],
  [
    'ISO 2022 IR 13',
    ')I',
    new Map([...encoderOf('shift_jis', [], false)].filter(([, [byte = 0]]) => byte <= 0xdf)),
    UPPER,
    '',
  ],
  ['ISO 2022 IR 100', '-A', encoderOf('iso-8859-1', [], false), UPPER, ''],
  ['ISO 2022 IR 101', '-B', encoderOf('iso-8859-2', [], false), UPPER, ''],
  ['ISO 2022 IR 109', '-C', encoderOf('iso-8859-3', [], false), UPPER, ''],
  ['ISO 2022 IR 110', '-D', encoderOf('iso-8859-4', [], false), UPPER, ''],
  ['ISO 2022 IR 126', '-F', encoderOf('iso-8859-7', [], false), UPPER, ''],
  ['ISO 2022 IR 127', '-G', encoderOf('iso-8859-6', [], false), UPPER, ''],
  ['ISO 2022 IR 138', '-H', encoderOf('iso-8859-8', [], false), UPPER, ''],
  ['ISO 2022 IR 144', '-L', encoderOf('iso-8859-5', [], false), UPPER, ''],
  ['ISO 2022 IR 148', '-M', encoderOf('windows-1254', [], false), UPPER, ''],
  ['ISO 2022 IR 166', '-T', encoderOf('windows-874', [], false), UPPER, ''],
] as const;

test('texts of any sets, called again after each delimiter, are what was written', () => {
  const segment = fc
    .constantFrom(...SETS)
    .chain(([, called, encoder, place, back]) =>
      fc
        .array(fc.constantFrom(...encoder), { minLength: 1, maxLength: 6 })
        .map((characters) => ({ called, back, place, characters })),
    );
  const component = fc.array(fc.oneof(segment, fc.constantFrom('Mueller', 'a b', '-')), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(component, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('^', '=', '\\'),
      fc.constantFrom('', 'ISO 2022 IR 6', 'ISO 2022 IR 100', 'ISO 2022 IR 13'),
      (components, delimiter, first) => {
        const declared = [first, ...SETS.map(([term]) => term)].join('\\');
        const written = components.map((parts) =>
          bytes(
            ...parts.flatMap((part) =>
              typeof part === 'string'
                ? [part]
                : [
                    bytes([0x1b], part.called),
                    bytes(...part.characters.map(([, code]) => [...part.place(code)])),
                    part.back === '' ? '' : bytes([0x1b], part.back),
                  ].map((each) => (typeof each === 'string' ? each : [...each])),
            ),
          ),
        );
        const right = components.map((parts) =>
          parts
            .map((part) => (typeof part === 'string' ? part : part.characters.map(([text]) => text).join('')))
            .join(''),
        );
        const joined = bytes(
          ...written.flatMap((each, at) => (at === 0 ? [[...each]] : [delimiter, [...each]])),
        );
        expect(textDecoderFor(declared)(joined, 'PN')).toBe(right.join(delimiter));
      },
    ),
    runs(400),
  );
});
