/**
 * Tests local edits beside a changing source: conflicts stay, older states stay older, nothing is written needlessly.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readEnteredInError, removeEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { type CaseVault, type HeldExam, jsonSource, startCaseVault } from './case-vault.ts';

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
    notices: told.notices.map(({ message }) => message),
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

describe('a report its source withdraws', () => {
  const mine = async () => {
    const { report_html, report_lexical } = await reportFromHtml('<p>Mine.</p>');
    await cases.vault.admin.exams.edit(await idOf('exams'), (record) => ({
      ...{ ...record, report_html, report_lexical },
    }));
  };
  const statusOf = (exams: readonly HeldExam[]) => reportStatus(exams[0]?.record.custom_attributes ?? null);

  test.each(['entered-in-error', 'cancelled'])(
    'keeps what a person wrote, and stands as withdrawn: %s',
    async (status) => {
      await bring(report('1', {}));
      await mine();
      const withdrawn = await bring(report('2', { status, conclusion: undefined }));
      expect(withdrawn).toMatchObject({ outcome: { conflict: 1 }, kept: ['report'] });
      expect(withdrawn.exams[0]?.record.report_html).toBe('<p>Mine.</p>');
      expect(statusOf(withdrawn.exams)).toBe('entered-in-error');
      expect(readEnteredInError(withdrawn.exams[0]?.record.custom_attributes ?? null)).toMatchObject({
        ...{ reason: `Its source withdrew it: ${status}`, before: 'final' },
      });
      expect(withdrawn.notices.join()).toContain('marked as withdrawn');
      const versions = await versionsOf('exams');
      await bring(report('2', { status, conclusion: undefined }));
      expect(await versionsOf('exams')).toBe(versions);
    },
  );

  test('is not withdrawn again once a person took the mark back', async () => {
    await bring(report('1', {}));
    await mine();
    await bring(report('2', { status: 'entered-in-error' }));
    await cases.vault.admin.exams.edit(await idOf('exams'), (record) => ({
      ...{ ...record, custom_attributes: removeEnteredInError(record.custom_attributes) },
    }));
    const again = await bring(report('2', { status: 'entered-in-error' }));
    expect(again).toMatchObject({ outcome: { conflict: 1 }, kept: ['report'] });
    expect(statusOf(again.exams)).toBe('final');
  });

  test('a dry run says so, and marks nothing', async () => {
    await bring(report('1', {}));
    await mine();
    const source = jsonSource('a.json', report('2', { status: 'entered-in-error' }));
    const dry = await cases.bring([source], { looksOnly: true });
    expect(dry.report.changes).toMatchObject([{ fields: ['report.status'] }]);
    expect(statusOf(dry.exams)).toBe('final');
  });

  test('a study that its source withdraws waits in no list, and does again once it is good', async () => {
    const study = (version: string, status: string) => ({
      ...{ resourceType: 'ImagingStudy', id: 's', meta: metaOf(version), status, description: 'MR knee' },
    });
    await bring(study('1', 'available'));
    expect(statusOf((await bring(study('2', 'entered-in-error'))).exams)).toBe('entered-in-error');
    expect(statusOf((await bring(study('3', 'available'))).exams)).toBeNull();
  });

  test('a report a person wrote to a study stays when the study is withdrawn, and that is told', async () => {
    const study = (version: string, status: string) => ({
      ...{ resourceType: 'ImagingStudy', id: 's', meta: metaOf(version), status, description: 'MR knee' },
    });
    await bring(study('1', 'available'));
    await mine();
    await cases.vault.admin.exams.edit(await idOf('exams'), (record) => ({
      ...{ ...record, custom_attributes: { ...record.custom_attributes, report: { status: 'final' } } },
    }));
    const withdrawn = await bring(study('2', 'entered-in-error'));
    expect(withdrawn).toMatchObject({ outcome: { conflict: 1 }, kept: ['report'] });
    expect(statusOf(withdrawn.exams)).toBe('final');
  });
});
