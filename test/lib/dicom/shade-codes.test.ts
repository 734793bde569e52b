/** Tests the codes of a region's pixel values in a measurement report, from DICOM PS3.16, CID 84 and 85. */
import { expect, test } from 'vitest';
import { uptakeOf } from '#dicom/frame/suv.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { measurementReport } from '#dicom/write/structured-reports.ts';
import { decimals, makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';

const DATA = { ...PIXELS, rows: 4, columns: 4, data: words(Array.from({ length: 16 }, (_, at) => at)) };

const below = (dataset: DicomDataset): DicomDataset[] =>
  dataset.items('x0040a730').flatMap((item) => [item, ...below(item)]);
const codeIn = (dataset: DicomDataset | undefined, tag: string) => {
  const [item] = dataset?.items(tag) ?? [];
  return ['x00080100', 'x00080102', 'x00080104'].map((each) => item?.text(each));
};

test.each([
  ['LBM', 'SUVlbm', '126402', 'g/ml{SUVlbm}', 'lean body mass (James)'],
  [
    'LBMJAMES128',
    'SUVlbm(James128)',
    '126406',
    'g/ml{SUVlbm(James128)}',
    'lean body mass (James 128 multiplier)',
  ],
  ['LBMJANMA', 'SUVlbm(Janma)', '126405', 'g/ml{SUVlbm(Janma)}', 'lean body mass (Janma)'],
  ['IBW', 'SUVibw', '126404', 'g/ml{SUVibw}', 'ideal body weight'],
  ['BW', 'SUVbw', '126401', 'g/ml{SUVbw}', 'body weight'],
])('uptake of SUVType %s is %s, by its own code and unit', (type, name, code, unit, ofWhat) => {
  const file = openDataset(
    makeFile(DATA, [
      ...[element(0x00080060, 'CS', 'PT'), element(0x00541001, 'CS', 'GML'), element(0x00541006, 'CS', type)],
      decimals(0x00281053, 0.5),
    ]),
  );
  const mark = {
    header: headerSummary(file),
    ...{
      frame: 1,
      kind: 'ellipse' as const,
      mark_id: 'a',
      made_by: 'A B',
      made_at: '2026-01-02T03:04:05.000Z',
    },
    points: [
      { x: 0, y: 0 },
      { x: 3, y: 3 },
    ],
    region: { mean: 2.5, deviation: 0.5, count: 9 },
    frameFacts: { unit: uptakeOf(file).unit, pixel_spacing: null, spacing_basis: null },
  };
  const report = measurementReport([mark], (uid) => `2.25.${uid.length}`);
  const items = below(openDataset(report?.file ?? new Uint8Array()));
  const numbers = items.filter((item) => item.text('x0040a040') === 'NUM').slice(1);
  expect(numbers.map((item) => codeIn(item, 'x0040a043'))).toEqual([
    [code, 'DCM', name],
    [code, 'DCM', name],
  ]);
  expect(numbers.map((item) => codeIn(item.items('x0040a300')[0], 'x004008ea'))).toEqual(
    Array.from({ length: 2 }, () => [unit, 'UCUM', `Standardized Uptake Value ${ofWhat}`]),
  );
});
