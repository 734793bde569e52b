/** `srvault import dicom` as a process, against the real server. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom');
const FILE_SET = join(SAMPLES, 'dicomdir');

let vault: LiveVault;
let client: VaultClient;
let group: string;
beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
  const session = await client.session.get();
  group = session.groups[0]?.security_group_id ?? '';
});
afterAll(() => vault.close());

const importDicom = (...args: string[]) =>
  srvault(['import', 'dicom', ...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });

describe('srvault import dicom', () => {
  test('--dry-run reads everything without a vault or a credential', async () => {
    const run = await srvault(['import', 'dicom', FILE_SET, '--dry-run', '--json']);
    expect(run.exitCode).toBe(0);
    expect(documentOf(run)).toMatchObject({
      dry_run: true,
      files: { read: 31, broken: 0, added: 0 },
      exams: { created: 0 },
      failures: [],
    });
  });

  test('a file set becomes one exam per study, and the same again changes nothing', async () => {
    const first = documentOf(await importDicom(join(FILE_SET, 'DICOMDIR')));
    expect(first).toMatchObject({ files: { read: 31, added: 31, present: 0, broken: 0 }, failures: [] });
    const exams = await client.exams.list({ limit: 200 }).toArray({ limit: 200 });
    expect(exams).toHaveLength(first.exams.created);
    expect(first.unmatched).toBe(exams.length);
    const again = documentOf(await importDicom(FILE_SET));
    expect(again).toMatchObject({
      files: { read: 31, added: 0, present: 31 },
      exams: { created: 0, unchanged: exams.length },
    });
  });

  test('a folder without a file is said to be one', async () => {
    const empty = mkdtempSync(join(vault.root, 'empty-'));
    const run = await importDicom(empty);
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('nothing was imported') });
    expect(documentOf(run).files).toMatchObject({ read: 0, added: 0 });
  });

  test('a folder that has the name already, as of an import at the same time, keeps no file out', async () => {
    const study = '1.3.46.670589.14.1000.210.4.199999.20110525182825.1.0';
    await client.drive(group).mkdir({ name: `DICOM ${study}` });
    const report = documentOf(await importDicom(join(SAMPLES, 'examples_palette.dcm')));
    expect(report).toMatchObject({ files: { added: 1, broken: 0 }, failures: [] });
    const { items } = await client.drive(group).list({ exam_id: report.exam_ids[0], kind: 'folder' }).page();
    expect(items.map(({ name }) => name)).toEqual([`DICOM ${study} (2)`]);
  });

  test('the patient is matched by identifier and birth date, and the accession number is kept', async () => {
    const create = (display_name: string, birth_date: string) =>
      client.patients.create({
        security_group_id: group,
        record: { display_name, birth_date, identifiers: [{ type: 'MR', value: '642341' }] },
      });
    await create('Same number, other day', '1971-01-24');
    const { index } = await create('Matched', '1971-01-23');
    const report = documentOf(await importDicom(join(SAMPLES, 'waveform_ecg.dcm')));
    expect(report).toMatchObject({ exams: { created: 1 }, unmatched: 0, failures: [] });
    const exam = await client.exams.get(report.exam_ids[0]);
    expect(exam.index.meta.patient_id).toBe(index.document_id);
    expect(exam.record).toMatchObject({
      modality: 'ECG',
      exam_date: '2013-01-25T00:00:00.000Z',
      custom_attributes: { accession_number: '03028041970546' },
    });
    const files = await client.drive(group).list({ exam_id: exam.index.document_id }).toArray({ limit: 9 });
    expect(files).toMatchObject([
      { kind: 'folder' },
      { kind: 'file', media_kind: 'dicom', name: '1.3.6.1.4.1.20029.40.20130125105919.5407.1.1.dcm' },
    ]);
  });

  test('what a first import left out a later one of the same study fills, and then finds whose it is', async () => {
    const study = '1.2.826.0.1.3680043.10.98.2';
    const write = (name: string, instance: number, ...more: ReturnType<typeof element>[]) => {
      const uids = [
        element(0x00080018, 'UI', `${study}.1.${instance}`),
        ...[element(0x0020000d, 'UI', study), element(0x0020000e, 'UI', `${study}.1`)],
      ];
      const folder = mkdtempSync(join(tmpdir(), 'dicom-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(
        join(folder, name),
        makeFile({ ...PIXELS, data: words([1, 2, 3, instance]) }, [...uids, ...more]),
      );
      return folder;
    };
    const { index } = await client.patients.create({
      security_group_id: group,
      record: {
        ...{ legal_name: 'Moreau, Ada', birth_date: '1970-02-01' },
        identifiers: [{ type: 'MR', value: '771-A' }],
      },
    });
    const name = element(0x00100010, 'PN', 'Moreau^Ada');
    const first = documentOf(await importDicom(write('1.dcm', 1, name)));
    expect(first).toMatchObject({ exams: { created: 1 }, unmatched: 1 });
    const later = documentOf(
      await importDicom(
        write(
          ...(['2.dcm', 2, name, element(0x00100020, 'LO', '771-A')] as const),
          ...[element(0x00100030, 'DA', '19700201'), element(0x00080020, 'DA', '20260513')],
        ),
      ),
    );
    expect(later).toMatchObject({ exams: { created: 0, updated: 1 }, unmatched: 0 });
    const exam = await client.exams.get(first.exam_ids[0]);
    expect(exam.index.meta.patient_id).toBe(index.document_id);
    expect(exam.record.exam_date).toBe('2026-05-13T00:00:00.000Z');
  });

  test('anybody else stays unmatched: the exam keeps what was sent, for a person to decide', async () => {
    const report = documentOf(await importDicom(join(SAMPLES, 'CT_small.dcm')));
    expect(report).toMatchObject({ exams: { created: 1 }, unmatched: 1 });
    const exam = await client.exams.get(report.exam_ids[0]);
    expect(exam.index.meta.patient_id ?? null).toBeNull();
    expect(exam.record).toMatchObject({
      modality: 'CT',
      exam_date: '2004-01-19T00:00:00.000Z',
      custom_attributes: { dicom: { unmatched: { name: 'CompressedSamples^CT1', id: '1CT1' } } },
    });
  });

  test('a file that is no DICOM is named, the others go in, and the exit code says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dicom-'));
    cpSync(join(SAMPLES, 'MR_small.dcm'), join(folder, 'mr.dcm'));
    writeFileSync(join(folder, 'notes.txt'), 'not DICOM at all');
    const run = await importDicom(folder, join(SAMPLES, 'no_meta.dcm'));
    rmSync(folder, { recursive: true });
    expect(run.exitCode).toBe(7);
    expect(documentOf(run)).toMatchObject({
      files: { read: 3, broken: 2, added: 1 },
      exams: { created: 1 },
      failures: [
        { file: expect.stringContaining('notes.txt'), message: 'This is not a DICOM file.' },
        { file: expect.stringContaining('no_meta.dcm') },
      ],
    });
  });

  test('a path that does not exist is a matter of usage', async () => {
    expect((await importDicom(join(SAMPLES, 'nowhere'))).exitCode).toBe(2);
  });
});
