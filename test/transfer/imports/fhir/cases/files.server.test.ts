/** Tests DocumentReferences: files join their exam from any file; others are reported. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const exam = {
  ...{
    resourceType: 'DiagnosticReport',
    id: 'r',
    status: 'final',
    code: { text: 'CT' },
    conclusion: 'Normal.',
  },
};
const study = { resourceType: 'ImagingStudy', id: 's', status: 'available', description: 'MR' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const document = (id: string, more: object) => ({
  ...{ resourceType: 'DocumentReference', id, status: 'current' },
  content: [{ attachment: { contentType: 'application/pdf', title: id, data: base64(`%PDF-1.4 ${id}`) } }],
  ...more,
});
const about = (reference: string) => ({ context: { related: [{ reference }] } });
const one = (resource: object, at: number) => jsonSource(`${at}.json`, resource);

async function filesOf(title: string): Promise<string[]> {
  const { admin: client, group } = cases.vault;
  const { items } = await client.exams.list({ q: title, limit: 10 }).page();
  const exam_id = items[0]?.index.document_id ?? '';
  const nodes = await client.drive(group).list({ exam_id, state: 'all' }).toArray({ limit: 50 });
  return nodes.flatMap(({ name, kind }) => (kind === 'file' && name !== null ? [name] : [])).toSorted();
}

test.each([false, true])('lie beside the exam of another file, in either order', async (isReversed) => {
  const files = [
    document('a', about('DiagnosticReport/r')),
    document('b', about('ImagingStudy/s')),
    // R5, and the name used by STU3.
    document('c', { context: [{ reference: 'DiagnosticReport/r' }] }),
    document('d', { context: { related: [{ ref: { reference: 'DiagnosticReport/r' } }] } }),
    exam,
    study,
  ].map(one);
  const given = isReversed ? files.toReversed() : files;
  const { report } = await cases.bring(given);
  expect(report.absorbed).toEqual({ DocumentReference: 4 });
  expect(report.notices).toEqual([]);
  expect(await filesOf('CT')).toEqual(['a.pdf', 'c.pdf', 'd.pdf']);
  expect(await filesOf('MR')).toEqual(['b.pdf']);
  const again = await cases.bring(given);
  expect(again.report.imported).toEqual({
    DiagnosticReport: { unchanged: 1 },
    ImagingStudy: { unchanged: 1 },
  });
  expect(await filesOf('CT')).toHaveLength(3);
});

describe('one that is not put beside an exam is named', () => {
  test.each([
    ['about a patient alone', {}, 'about no exam'],
    ['about an exam that is nowhere', about('DiagnosticReport/elsewhere'), 'about no exam'],
    [
      'entered in error',
      { ...about('DiagnosticReport/r'), status: 'entered-in-error' },
      'DocumentReference/x is left out: its source says it was entered in error',
    ],
    [
      'entered in error by the state of the document',
      { ...about('DiagnosticReport/r'), docStatus: 'entered-in-error' },
      'entered in error',
    ],
    [
      'with a modifier that is not known',
      { ...about('DiagnosticReport/r'), modifierExtension: [{ url: 'http://x.invalid/negated' }] },
      'negated',
    ],
    [
      'whose content is elsewhere',
      { ...about('DiagnosticReport/r'), content: [{ attachment: { url: 'Binary/none', title: 'Plan' } }] },
      '“Plan” is not among the files of this import',
    ],
  ])('%s', async (_, more, words) => {
    for (const files of [
      [
        jsonSource('all.json', {
          resourceType: 'Bundle',
          type: 'collection',
          entry: [exam, document('x', more)].map((resource) => ({ resource })),
        }),
      ],
      [exam, document('x', more)].map(one),
    ]) {
      const { report } = await cases.bring(files);
      expect(report.notices.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
      expect(report.not_imported).toEqual({ DocumentReference: 1 });
      expect(await filesOf('CT')).toEqual([]);
      await cases.clear();
    }
  });
});
