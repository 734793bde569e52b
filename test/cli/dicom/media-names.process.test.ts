/** `srvault import dicom` of media with altered file names, and of objects that occur twice. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const CASES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'cases');
const MEDIA = join(CASES, '14-dicomdir');
const TWICE = join(CASES, '15-duplicate-sop-uid');
const FACTS = join(CASES, '17-first-object-decides-modality');

let vault: LiveVault;
let client: VaultClient;
beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
});
afterAll(() => vault.close());

const env = () => ({ SRVAULT_PROFILE: vault.profile });
const importDicom = (...args: string[]) => srvault(['import', 'dicom', ...args, '--json'], { env: env() });
const dryRun = (...args: string[]) => srvault(['import', 'dicom', ...args, '--dry-run', '--json']);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('a DICOMDIR', () => {
  test.each([
    ['extension_on_disk', 2],
    ['forward_slashes', 1],
    ['iso9660_version', 2],
    ['lowercase_on_disk', 2],
    ['names_with_spaces', 2],
    ['uid_names', 2],
    ['umlaut', 2],
  ])('finds its files on %s', async (media, read) => {
    for (const path of [join(MEDIA, media, 'DICOMDIR'), join(MEDIA, media)]) {
      const run = await dryRun(path);
      expect(documentOf(run)).toMatchObject({ files: { read, broken: 0 }, failures: [] });
      expect(run.exitCode).toBe(0);
    }
  });

  test('finds what is named by another form of an umlaut, and a directory of lower case', async () => {
    const folder = scratch();
    mkdirSync(join(folder, 'dicom', 'mu\u0308ller'), { recursive: true });
    mkdirSync(join(folder, 'DICOM', 'MUELLER'), { recursive: true });
    const from = join(MEDIA, 'umlaut', 'DICOM');
    cpSync(join(from, 'MÜLLER', 'IM2'), join(folder, 'dicom', 'mu\u0308ller', 'im2.DCM;1'));
    cpSync(join(from, 'MUELLER', 'IM1'), join(folder, 'DICOM', 'MUELLER', 'IM1.'));
    cpSync(join(MEDIA, 'umlaut', 'DICOMDIR'), join(folder, 'dicomdir.;1'));
    const run = await dryRun(join(folder, 'dicomdir.;1'));
    // The exactly named folder wins; the other name is in the other folder.
    expect(documentOf(run).files.read).toBe(1);
    expect(documentOf(run).failures).toHaveLength(1);
    expect(run.exitCode).not.toBe(0);
  });

  test('whose file is not there names it and ends with a failure', async () => {
    const folder = scratch();
    cpSync(join(MEDIA, 'uid_names'), folder, { recursive: true });
    rmSync(join(folder, 'DICOM', '1.2.840.2.dcm'));
    const run = await dryRun(join(folder, 'DICOMDIR'));
    expect(documentOf(run)).toMatchObject({
      files: { read: 1, broken: 1 },
      failures: [{ file: join(folder, 'DICOM', '1.2.840.2.dcm'), code: 'not_found' }],
    });
    expect(run.exitCode).not.toBe(0);
  });

  test('that cannot be read or names nothing is told, not passed over', async () => {
    const folder = scratch();
    const whole = readFileSync(join(MEDIA, 'uid_names', 'DICOMDIR'));
    writeFileSync(join(folder, 'DICOMDIR'), whole.subarray(0, whole.length - 20));
    const cut = await dryRun(join(folder, 'DICOMDIR'));
    expect(documentOf(cut).failures[0]).toMatchObject({ file: join(folder, 'DICOMDIR') });
    expect(cut.exitCode).not.toBe(0);
    writeFileSync(join(folder, 'DICOMDIR'), 'nothing');
    const none = await dryRun(join(folder, 'DICOMDIR'));
    expect(documentOf(none).failures).toHaveLength(1);
    expect(none.exitCode).not.toBe(0);
  });
});

describe('another object under the same UID', () => {
  test('is kept and told, whichever run brings it; the same bytes are there already', async () => {
    const first = documentOf(await importDicom(join(TWICE, 'a.dcm')));
    expect(first.files).toMatchObject({ added: 1, differing: 0 });
    const all = await importDicom(TWICE);
    expect(documentOf(all)).toMatchObject({
      files: { read: 3, added: 2, present: 1, differing: 1, broken: 0 },
    });
    expect(documentOf(await importDicom(TWICE)).files).toMatchObject({ added: 0, present: 3, differing: 0 });
    const { items } = await client.session.get().then(({ groups }) =>
      client
        .drive(groups[0]?.security_group_id ?? '')
        .list({ exam_id: first.exam_ids[0], kind: 'file' })
        .page(),
    );
    const kept = await Promise.all(
      items.map(async ({ node_id, security_group_id }) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of await client.drive(security_group_id).download(node_id)) pieces.push(piece);
        return Buffer.concat(pieces).toString('hex');
      }),
    );
    const sent = readdirSync(TWICE).map((file) => readFileSync(join(TWICE, file)).toString('hex'));
    expect(kept.sort()).toEqual(sent.sort());
  });

  test('in one run is told in words', async () => {
    const folder = scratch();
    const bytes = readFileSync(join(MEDIA, 'forward_slashes', 'DICOM', 'IM1'));
    writeFileSync(join(folder, '1'), bytes);
    writeFileSync(join(folder, '2'), Buffer.concat([bytes.subarray(0, -2), Buffer.from([1, 2])]));
    const run = await srvault(['import', 'dicom', folder], { env: env() });
    expect(run.stdout).toContain(
      '1 of the added have the same UID as another file but other content: both were stored',
    );
    expect(run.exitCode).toBe(0);
  });
});

describe('the name of an exam', () => {
  const named = async (examId: string) => {
    const { record } = await client.exams.get(examId);
    return { title: record.title, modality: record.modality };
  };

  test.each([
    ['a presentation state', 'pr'],
    ['a key object', 'ko'],
    ['a report', 'sr'],
  ])('is of its pictures though %s came first, in one run or two', async (_, kind) => {
    const files = readdirSync(FACTS).filter((file) => file.startsWith(`${kind}_`));
    const about = files.find((file) => !file.includes('ct')) ?? '';
    const pictures = files.find((file) => file.includes('ct')) ?? '';
    const first = documentOf(await importDicom(join(FACTS, about)));
    const [examId = ''] = first.exam_ids;
    expect((await named(examId)).modality).toBeNull();
    const second = documentOf(await importDicom(join(FACTS, pictures)));
    expect(second).toMatchObject({ exam_ids: [examId], exams: { updated: 1, unchanged: 0 } });
    expect((await named(examId)).modality).toBe('CT');
    const again = documentOf(await importDicom(join(FACTS, basename(about)), join(FACTS, pictures)));
    expect(again.exams).toMatchObject({ updated: 0, unchanged: 1 });
  });
});

test('--exam twice takes both, and --patient twice is refused', async () => {
  const exams = await client.exams.list({ limit: 3 }).toArray({ limit: 3 });
  const ids = exams.slice(0, 2).map(({ index }) => index.document_id);
  const out = join(scratch(), 'out');
  const chosen = ids.flatMap((id) => ['--exam', id]);
  const run = await srvault(['export', 'dicom', ...chosen, '--out', out, '--json'], { env: env() });
  expect(run.exitCode).toBe(0);
  expect(readdirSync(join(out, 'DICOM'))).toEqual(['E0000001', 'E0000002']);
  const words = join(scratch(), 'words.json');
  const listed = await srvault(['export', 'deidentified', ...chosen, '--list-words', words], { env: env() });
  expect(listed.exitCode).toBe(0);
  const twice = ['--patient', ids[0] ?? '', '--patient', ids[1] ?? ''];
  const refused = await srvault(['export', 'dicom', ...twice, '--out', join(out, 'x')], { env: env() });
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('--patient: give it only once');
});
