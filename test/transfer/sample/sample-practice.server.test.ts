/** The sample practice in a real vault: what it holds, that all of it is marked, and that one act removes only it. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONCURRENT_UPLOADS_PER_CERTIFICATE } from '#contract/limits.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { createSample } from '#sample/create-sample.ts';
import { findSample, removeSample } from '#sample/remove-sample.ts';
import { SAMPLE_EXAMS } from '#sample/sample-exams.ts';
import { healthLink } from '#sdk/media/health-link.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
const signal = new AbortController().signal;

beforeAll(async () => {
  vault = await startLiveVault();
  expect(await vault.admin.vault.get()).not.toHaveProperty('sample');
});
afterAll(() => vault.close());

const make = () =>
  createSample({
    ...{ client: vault.admin, security_group_id: vault.group, language: 'en' as const, by: 'Founder' },
    ...{ nowMs: Date.now(), signal },
    onProgress: () => {},
  });

const exams = () => vault.admin.exams.list({ state: 'all' }).toArray({ limit: 1000 });

async function examOf(title: string) {
  const found = (await exams()).find(({ summary }) => summary?.title === title);
  if (found === undefined) throw new Error(`No exam is called ${title}.`);
  return vault.admin.exams.get(found.index.document_id);
}

test('uploads no more files at a time than a vault takes, however long each takes', async () => {
  let running = 0;
  let most = 0;
  const client: typeof vault.admin = {
    ...vault.admin,
    drive: (group) => {
      const drive = vault.admin.drive(group);
      return {
        ...drive,
        upload: async (...given) => {
          running += 1;
          most = Math.max(most, running);
          await setTimeout(100);
          return drive.upload(...given).finally(() => {
            running -= 1;
          });
        },
      };
    },
  };
  await createSample({
    ...{ client, security_group_id: vault.group, language: 'en', by: 'Founder' },
    ...{ nowMs: Date.now(), signal, onProgress: () => {} },
  });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(CONCURRENT_UPLOADS_PER_CERTIFICATE);
  await removeSample(vault.admin, await findSample(vault.admin, signal), 'Counted', signal);
});

describe('the sample practice', () => {
  test('is twelve patients with exams in every state, all of them marked', async () => {
    const progress: number[] = [];
    const counts = await createSample({
      ...{ client: vault.admin, security_group_id: vault.group, language: 'en', by: 'Founder' },
      ...{ nowMs: Date.now(), signal },
      onProgress: (done) => progress.push(done),
    });
    expect(counts).toMatchObject({ patients: 12, exams: SAMPLE_EXAMS.length });
    expect(progress.at(-1)).toBe(SAMPLE_EXAMS.length);
    const patients = await vault.admin.patients.list({}).toArray({ limit: 100 });
    expect(patients.map(({ summary }) => summary?.sample)).toEqual(Array.from({ length: 12 }, () => true));
    const listed = await exams();
    expect(listed.every(({ summary }) => summary?.sample === true)).toBe(true);
    expect(new Set(listed.map(({ summary }) => summary?.modality))).toEqual(
      new Set(['CT', 'MR', 'US', 'CR']),
    );
    expect(listed.filter(({ summary }) => summary?.critical_result).length).toBe(1);
    expect(listed.filter(({ summary }) => summary?.follow_ups).length).toBe(2);
    expect(listed.filter(({ index }) => index.meta.has_draft).length).toBe(3);
    for (const { index } of listed) {
      const { record } = await vault.admin.exams.get(index.document_id);
      expect(isSample(record.custom_attributes)).toBe(true);
    }
  });

  test('has a draft upon a version that another one replaced', async () => {
    const { index, version_id } = await examOf('MR brain without and with contrast');
    const draft = await vault.admin.exams.draft.get(index.document_id);
    expect(draft.base_version_id).not.toBe(version_id);
    expect(isSample(draft.record.custom_attributes)).toBe(true);
  });

  test('signs its reports; each form on paper says SAMPLE, and none is sent', async () => {
    const { index } = await examOf('CT head without contrast');
    const { items } = await vault.admin.exams.signatures(index.document_id);
    expect(items.map(({ intent }) => intent).sort()).toEqual(['addendum', 'final']);
    for (const format of ['html', 'md', 'text'] as const) {
      const file = await vault.admin.exams.reportFile(index.document_id, { format });
      expect(new TextDecoder().decode(file.bytes)).toContain('SAMPLE');
    }
    const sent = vault.admin.exchange.hl7.message(index.document_id);
    await expect(sent).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is labelled test health data in every resource of its FHIR, and is given no health link', async () => {
    const { index } = await examOf('CT head without contrast');
    const ofExam = await vault.admin.exchange.fhirExam(index.document_id);
    const ofPatient = await vault.admin.exchange.fhirPatient(String(index.meta.patient_id));
    const labels = [...ofExam.entry, ...ofPatient.entry].map(({ resource }) => resource['meta']);
    expect(labels.length).toBeGreaterThan(6);
    for (const meta of labels) expect(meta).toMatchObject({ security: [{ code: 'HTEST' }] });
    const link = healthLink(ofExam, { place: 'https://files.clinic.example/links/' });
    await expect(link).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is told by the vault before any session', async () => {
    expect(await vault.admin.vault.get()).toMatchObject({ sample: true });
  });

  test('what a person writes for an invented patient is removed with it, and nothing of a real one', async () => {
    const real = await vault.admin.patients.create({
      security_group_id: vault.group,
      record: { display_name: 'Kastellan, Mirela' },
    });
    const kept = await vault.admin.exams.create({
      security_group_id: vault.group,
      patient_id: real.index.document_id,
      record: { title: 'CT of a real patient' },
    });
    const [invented] = (await findSample(vault.admin, signal)).patients;
    const written = await vault.admin.exams.create({
      security_group_id: vault.group,
      patient_id: invented ?? null,
      record: { title: 'Written by a person' },
    });
    const copy = await vault.admin.exams.copy(written.index.document_id, vault.group);
    await vault.admin.exams.delete(written.index.document_id);
    const found = await findSample(vault.admin, signal);
    expect(found).toMatchObject({ exams: SAMPLE_EXAMS.length + 2, loose: [copy.index.document_id] });
    await removeSample(vault.admin, found, 'Looked around', signal);
    expect((await exams()).map(({ index }) => index.document_id)).toEqual([kept.index.document_id]);
    const patients = await vault.admin.patients.list({ state: 'all' }).toArray({ limit: 100 });
    expect(patients.map(({ index }) => index.document_id)).toEqual([real.index.document_id]);
    const files = await vault.admin.drive(vault.group).list({ state: 'all' }).toArray({ limit: 1000 });
    expect(files).toEqual([]);
    expect(await findSample(vault.admin, signal)).toEqual({ patients: [], exams: 0, loose: [] });
    expect(await vault.admin.vault.get()).not.toHaveProperty('sample');
  });

  test('comes again after it was removed, with ten seconds of work for both sides at most', async () => {
    // Time of the processor, because that of the wall is also of what else runs on this computer.
    const before = process.cpuUsage();
    expect(await make()).toMatchObject({ patients: 12 });
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    console.info(`The sample practice took ${seconds.toFixed(1)} s of processor time.`);
    expect(seconds).toBeLessThan(10);
    expect((await findSample(vault.admin, signal)).patients.length).toBe(12);
  });
});
