/**
 * Tests that a DICOM import reports everything it skips: different objects under one UID, altered names, repeated
 * options.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const MEDIA = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'cases', '14-dicomdir');

let vault: LiveVault;
let client: VaultClient;
let group: string;
beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
  group = (await client.session.get()).groups[0]?.security_group_id ?? '';
});
afterAll(() => vault.close());

const env = () => ({ SRVAULT_PROFILE: vault.profile });
const importDicom = (...args: string[]) => srvault(['import', 'dicom', ...args, '--json'], { env: env() });

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-lost-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Builds an object of a study with four samples. */
function object(study: string, instance: string, samples: readonly number[]): Uint8Array {
  return makeFile({ ...PIXELS, data: words(samples) }, [
    element(0x00080018, 'UI', instance),
    element(0x0020000d, 'UI', study),
    element(0x0020000e, 'UI', `${study}.1`),
  ]);
}

function written(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = scratch();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder;
}

const filesOf = (exam_id: string) =>
  client.drive(group).list({ exam_id, kind: 'file', state: 'all' }).toArray({ limit: 50 });

describe('an object under a UID that is taken', () => {
  test('by one of the same length in the trash is kept; the one in the trash stays there and is told', async () => {
    const study = '1.2.826.0.1.3680043.10.97.1';
    const [old, other] = [
      object(study, `${study}.1.1`, [1, 2, 3, 4]),
      object(study, `${study}.1.1`, [5, 6, 7, 8]),
    ];
    expect(old.length).toBe(other.length);
    const first = documentOf(await importDicom(written({ a: old })));
    const [examId = ''] = first.exam_ids;
    const [file] = await filesOf(examId);
    await client.drive(group).delete(file?.node_id ?? '');
    const run = documentOf(await importDicom(written({ a: old, b: other })));
    expect(run.files).toMatchObject({ read: 2, added: 1, differing: 1, present: 1, in_trash: 1 });
    const words = await srvault(['import', 'dicom', written({ a: old })], { env: env() });
    expect(words.stdout).toContain('1 are in the trash');
  });

  test('which is no UID at all is there already the next time', async () => {
    const study = '1.2.826.0.1.3680043.10.97.2';
    const folder = written({ a: object(study, '1.2.3-four_5', [1, 2, 3, 4]) });
    expect(documentOf(await importDicom(folder)).files).toMatchObject({ added: 1 });
    expect(documentOf(await importDicom(folder)).files).toMatchObject({ added: 0, present: 1 });
  });

  test('three times in one folder is there three times, and once more it is there', async () => {
    const study = '1.2.826.0.1.3680043.10.97.3';
    const of = (...samples: number[]) => object(study, `${study}.1.1`, samples);
    const folder = written({ a: of(1, 1, 1, 1), b: of(2, 2, 2, 2), c: of(3, 3, 3, 3), d: of(2, 2, 2, 2) });
    const first = documentOf(await importDicom(folder));
    expect(first.files).toMatchObject({ added: 3, differing: 2, present: 1 });
    expect(documentOf(await importDicom(folder)).files).toMatchObject({ added: 0, present: 4 });
    expect(await filesOf(first.exam_ids[0])).toHaveLength(3);
  });

  test('in another study is of that study', async () => {
    const [one, two] = ['1.2.826.0.1.3680043.10.97.4', '1.2.826.0.1.3680043.10.97.5'];
    const folder = written({
      a: object(one, '1.2.9.7', [1, 1, 1, 1]),
      b: object(two, '1.2.9.7', [1, 1, 1, 1]),
    });
    expect(documentOf(await importDicom(folder))).toMatchObject({
      files: { added: 2, present: 0, differing: 0 },
      exams: { created: 2 },
    });
  });
});

test('files of an exam in the trash are told, not passed over', async () => {
  const study = '1.2.826.0.1.3680043.10.97.6';
  const folder = written({ a: object(study, `${study}.1.1`, [1, 2, 3, 4]) });
  const [examId = ''] = documentOf(await importDicom(folder)).exam_ids;
  await client.exams.delete(examId);
  const more = written({ b: object(study, `${study}.1.2`, [1, 2, 3, 4]) });
  expect(documentOf(await importDicom(more))).toMatchObject({ files: { added: 0, in_trash: 1 } });
});

describe('a DICOMDIR', () => {
  const UMLAUT = join(MEDIA, 'umlaut');
  const UIDS = join(MEDIA, 'uid_names');

  /** Copies media with renamed files. */
  function renamed(media: string, names: Readonly<Record<string, string>>): string {
    const folder = scratch();
    copyFileSync(join(media, 'DICOMDIR'), join(folder, 'DICOMDIR'));
    for (const [from, to] of Object.entries(names)) {
      mkdirSync(join(folder, to, '..'), { recursive: true });
      copyFileSync(join(media, from), join(folder, to));
    }
    return join(folder, 'DICOMDIR');
  }

  test.each([
    [
      '_ for an umlaut',
      UMLAUT,
      { 'DICOM/MUELLER/IM1': 'DICOM/MUELLER/IM1', 'DICOM/MÜLLER/IM2': 'DICOM/M_LLER/IM2' },
    ],
    [
      '_ for dots',
      UIDS,
      { 'DICOM/1.2.840.1.dcm': 'DICOM/1_2_840_1.dcm', 'DICOM/1.2.840.2.dcm': 'DICOM/1_2_840_2' },
    ],
    [
      'other endings',
      UIDS,
      { 'DICOM/1.2.840.1.dcm': 'DICOM/1.2.840.1.IMA', 'DICOM/1.2.840.2.dcm': 'DICOM/1.2.840.2.dcm;12' },
    ],
    [
      '.dicom',
      UIDS,
      { 'DICOM/1.2.840.1.dcm': 'Dicom/1.2.840.1.DICOM', 'DICOM/1.2.840.2.dcm': 'Dicom/1.2.840.2.dcm. ' },
    ],
  ])('finds its files where a program wrote %s', async (_, media, names) => {
    const run = await srvault(['import', 'dicom', renamed(media, names), '--dry-run', '--json']);
    expect(documentOf(run)).toMatchObject({ files: { read: 2, broken: 0 }, failures: [] });
  });

  test('takes nothing for a file it does not name alike', async () => {
    const dicomdir = renamed(UIDS, {
      'DICOM/1.2.840.1.dcm': 'DICOM/1.2.840.11.dcm',
      'DICOM/1.2.840.2.dcm': 'DICOM/1.2.840.2.dcm',
    });
    const run = await srvault(['import', 'dicom', dicomdir, '--dry-run', '--json']);
    expect(documentOf(run)).toMatchObject({ files: { read: 1, broken: 1 } });
    expect(run.exitCode).not.toBe(0);
  });
});

test.each([
  ['drive', 'put', 'FILE', '--exam'],
  ['drive', 'ls', '--exam'],
  ['drive', 'mkdir', 'Folder', '--parent'],
  ['exams', 'list', '--patient'],
  ['exams', 'list', '--accession'],
  ['exams', 'create', '--patient'],
  ['exams', 'patient', '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e00', '--patient'],
])('%s %s refuses an option it would drop', async (...args) => {
  const option = args.at(-1) ?? '';
  const file = join(MEDIA, 'umlaut', 'DICOMDIR');
  const command = args.slice(0, -1).map((each) => (each === 'FILE' ? file : each));
  const run = await srvault([...command, option, 'one', option, 'two'], { env: env() });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain(`${option}: give it only once`);
});
