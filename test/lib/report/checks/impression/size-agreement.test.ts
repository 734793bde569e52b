/** Tests sizes of one finding in the text of Findings and Impression, in five languages. */
import { expect, test } from 'vitest';
import { checkSizesAgree } from '#report/checks/impression/size-agreement.ts';

const told = (findings: string, impression: string) =>
  checkSizesAgree({ title: '', whole: '', written: '', findings, impression }).map(
    ({ code, severity, params }) => [code, severity, params['text'], params['expected']],
  );

test.each([
  ['Zyste 21 mm.', 'Zyste von 12 mm.', '12 mm', '21 mm'],
  ['Nierenzyste rechts, ca. 21 mm.', 'Zyste von 12 mm.', '12 mm', '21 mm'],
  ['Cyst in the right kidney. It measures 2.1 cm.', 'Cyst of 12 mm.', '12 mm', '2.1 cm'],
  ['Nodules of 4 mm and 8 mm.', 'Nodule of 11 mm.', '11 mm', '4 mm and 8 mm'],
  ['Mass of 21 x 14 mm.', 'Mass of 31 x 24 mm.', '31 x 24 mm', '21 x 14 mm'],
  ['Kyste de 21 mm.', 'Kyste de 12 mm.', '12 mm', '21 mm'],
  ['Quiste de 2,1 cm.', 'Quiste de 12 mm.', '12 mm', '2,1 cm'],
  ['Cisto de 21 mm.', 'Cisto de 12 mm.', '12 mm', '21 mm'],
  ['Aneurysma 4,1 cm.', 'Aneurysma von 5,1 cm.', '5,1 cm', '4,1 cm'],
])('%j and %j differ', (findings, impression, text, expected) => {
  expect(told(findings, impression)).toEqual([['size_contradicted', 'warn', text, expected]]);
});

test.each([
  ['Zyste 21 mm.', 'Zyste von 21 mm.'],
  ['Zyste 21 mm.', 'Zyste von 2,1 cm.'],
  ['Zyste 21 mm.', 'Zyste von 2 cm.'],
  ['Zyste 20,6 mm.', 'Zyste von 21 mm.'],
  ['Nodules of 4 mm and 8 mm.', 'Nodules up to 8 mm.'],
  ['Mass of 21 x 14 mm.', 'Mass of 21 mm.'],
  ['Nodule of 21 mm.', 'Nodule, previously 12 mm.'],
  ['Nodule of 21 mm.', 'Nodule (12 mm on 03.04.2025).'],
  ['Nodule of 21 mm, previously 12 mm.', 'Nodule has grown from 12 to 21 mm.'],
  ['Nodule of 21 mm.', 'Nodules smaller than 6 mm need no follow-up.'],
  ['Nodule of 21 mm.', 'No nodule above 6 mm elsewhere.'],
  ['Nodule of 21 mm.', 'Cyst of 12 mm.'],
  ['Nodule without a size.', 'Nodule of 12 mm.'],
  ['Nodule of 21 mm beside a cyst.', 'Cyst of 12 mm.'],
  ['Nodule of 21 mm.', 'Nodule and cyst of 12 mm.'],
  ['Lesion 1 measures 21 mm.', 'Lesion 2 measures 12 mm.'],
  ['Cyst\t21', 'Cyst of 12 mm.'],
  ['No cyst. Aorta 21 mm.', 'Cyst of 12 mm.'],
])('%j and %j are not told', (findings, impression) => {
  expect(told(findings, impression)).toEqual([]);
});
