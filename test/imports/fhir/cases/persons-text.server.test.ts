/** What a person wrote beside a source that goes on: conflicts stand, older states stay older, and nothing is written in vain. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const metaOf = (versionId: string) => ({ versionId, source: 'https://lab.invalid/fhir' });
const report = (version: string, more: object) => ({
  ...{ resourceType: 'DiagnosticReport', id: 'r', meta: metaOf(version), status: 'final' },
  ...{ code: { text: 'CT' }, conclusion: `State ${version}.`, ...more },
});
const patient = (version: string, more: object) => ({
  ...{ resourceType: 'Patient', id: 'p', meta: metaOf(version), name: [{ text: 'Ada One' }] },
  ...{ birthDate: '1950-05-05', ...more },
});
const bring = async (resource: { readonly resourceType: string }) => {
  const { report: told, ...held } = await cases.bring([jsonSource('a.json', resource)]);
  return {
    ...held,
    outcome: told.imported[resource.resourceType],
    kept: told.kept.flatMap(({ fields }) => fields),
  };
};
const phone = (value: string) => ({ telecom: [{ system: 'phone', value }] });

async function idOf(resource: 'exams' | 'patients'): Promise<string> {
  const { items } = await cases.vault.admin[resource].list({ limit: 1 }).page();
  return items[0]?.index.document_id ?? '';
}
async function versionsOf(resource: 'exams' | 'patients'): Promise<number> {
  const api = cases.vault.admin[resource];
  return (await api.versions(await idOf(resource)).toArray({ limit: 50 })).length;
}

describe('while a conflict stands', () => {
  test('an older state of a report does not come over the newer one', async () => {
    await bring(report('1', {}));
    await cases.vault.admin.exams.edit(await idOf('exams'), (record) => ({ ...record, title: 'CT by me' }));
    const newer = await bring(report('3', { code: { text: 'CT thorax' } }));
    expect(newer).toMatchObject({ outcome: { conflict: 1 }, kept: ['title'] });
    expect(newer.exams[0]?.record.report_html).toBe('<p>State 3.</p>');
    const older = await bring(report('2', { code: { text: 'CT chest' } }));
    expect(older.outcome).toEqual({ older: 1 });
    expect(older.exams[0]?.record).toMatchObject({ title: 'CT by me', report_html: '<p>State 3.</p>' });
    expect(await bring(report('3', { code: { text: 'CT thorax' } }))).toMatchObject({
      ...{ outcome: { conflict: 1 }, kept: ['title'] },
    });
  });

  test('an older state of a patient does not come over the newer one', async () => {
    await bring(patient('1', phone('111')));
    await cases.vault.admin.patients.edit(await idOf('patients'), (record) => ({ ...record, phone: '999' }));
    const newer = await bring(patient('3', { ...phone('333'), gender: 'female' }));
    expect(newer).toMatchObject({ outcome: { conflict: 1 }, kept: ['phone'] });
    const older = await bring(patient('2', { ...phone('222'), gender: 'male' }));
    expect(older.outcome).toEqual({ older: 1 });
    expect(older.patients[0]).toMatchObject({ phone: '999', biological_sex: 'female' });
  });

  test('it is told again, and nothing is written again', async () => {
    await bring(report('1', {}));
    await bring(patient('1', phone('111')));
    await cases.vault.admin.exams.edit(await idOf('exams'), (record) => ({
      ...{ ...record, report_html: '<p>Mine.</p>', report_lexical: null },
    }));
    await cases.vault.admin.patients.edit(await idOf('patients'), (record) => ({ ...record, phone: '999' }));
    for (let time = 0; time < 3; time += 1) {
      expect(await bring(report('2', {}))).toMatchObject({ outcome: { conflict: 1 }, kept: ['report'] });
      expect(await bring(patient('2', phone('222')))).toMatchObject({
        outcome: { conflict: 1 },
        kept: ['phone'],
      });
      expect([await versionsOf('exams'), await versionsOf('patients')]).toEqual([3, 3]);
    }
    const exam_id = await idOf('exams');
    const { admin, group } = cases.vault;
    const files = await admin.drive(group).list({ exam_id, kind: 'file' }).toArray({ limit: 10 });
    expect(files.map(({ name }) => name)).toEqual(['Report as its source has it now.html']);
  });

  test('it ends once the record says what the source says', async () => {
    await bring(patient('1', phone('111')));
    const id = await idOf('patients');
    await cases.vault.admin.patients.edit(id, (record) => ({ ...record, phone: '999' }));
    await bring(patient('2', phone('222')));
    await cases.vault.admin.patients.edit(id, (record) => ({ ...record, phone: '222' }));
    await bring(patient('2', phone('222')));
    expect((await bring(patient('2', phone('222')))).outcome).toEqual({ unchanged: 1 });
    expect((await bring(patient('3', phone('333')))).patients[0]?.phone).toBe('333');
  });
});

test('a state without a text is no change of a person: the text of the next one comes in', async () => {
  await bring(report('1', {}));
  const cancelled = await bring(report('2', { status: 'cancelled', conclusion: undefined }));
  expect(cancelled.exams[0]?.record).toMatchObject({
    ...{ report_html: '<p>State 1.</p>', custom_attributes: { report: { status: 'cancelled' } } },
  });
  const next = await bring(report('3', { status: 'corrected' }));
  expect(next).toMatchObject({ outcome: { updated: 1 }, kept: [] });
  expect(next.exams[0]?.record.report_html).toBe('<p>State 3.</p>');
});
