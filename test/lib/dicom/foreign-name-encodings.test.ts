/**
 * Tests patient names as other programs encode them. The bytes come from pydicom, unless it lacks the character set.
 */
import { expect, test } from 'vitest';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';

test.each([
  ['GBK', '57616e675e5869616f446f6e673dcdf55ed0a1b6ab3d', 'Wang^XiaoDong=王^小东='],
  // A letter of four bytes.
  ['GB18030', '4c695e4e613dc0ee5e8139ee39c4c83d', 'Li^Na=李^㐀娜='],
  // The escape sequence is missing.
  ['\\ISO 2022 IR 58', '5a68616e675e5869616f446f6e673dd5c55ed0a1b6ab', 'Zhang^XiaoDong=张^小东'],
  [
    '\\ISO 2022 IR 87\\ISO 2022 IR 159',
    '59616d6164615e5461726f753d1b24423b3345441b28425e1b2428443021307e1b28423d1b24422464245e24401b28425e1b2442243f246d24261b284220',
    'Yamada^Tarou=山田^丂侄=やまだ^たろう',
  ],
  [
    'ISO 2022 IR 13\\ISO 2022 IR 87\\ISO 2022 IR 159',
    'd4cfc0de5ec0dbb33d1b24423b3345441b284a5e1b244242404f3a1b284a3d1b24422464245e24401b284a5e1b2442243f246d24261b284a',
    'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう',
  ],
  ['ISO_IR 166', 'cac1aad2c25ee3a8b4d5', 'สมชาย^ใจดี'],
  ['ISO 2022 IR 6\\ISO 2022 IR 166', '536f6d5e1b2d54cac1aad2c2', 'Som^สมชาย'],
  ['ISO_IR 203', 'b475b8656b5ea475726f', 'Žužek^€uro'],
  ['ISO_IR 127', 'e2c8c7e6ea5ee4e6d2c7d120', 'قباني^لنزار'],
  ['ISO 2022 IR 100\\ISO 2022 IR 144', '4dfc6c6c65725e1b2d4cb8d2d0dd', 'Müller^Иван'],
  [
    '\\ISO 2022 IR 149',
    '486f6e675e47696c646f6e673d1b242943fbf35e1b242943d1ced4d73d1b242943c8ab5e1b242943b1e6b5bf',
    'Hong^Gildong=洪^吉洞=홍^길동',
  ],
  ['ISO 2022 IR 101\\ISO 2022 IR 138', 'a3f364bc5e1b2d48f9f8e5ef', 'Łódź^שרון'],
])('a name in %s', (terms, hex, name) => {
  const file = makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [
    element(0x00080005, 'CS', terms),
    element(0x00100010, 'PN', Buffer.from(hex, 'hex')),
  ]);
  expect(headerSummary(openDataset(file)).patient_name?.normalize()).toBe(name.normalize());
});
