/**
 * Tests an export right after an import without any other unlocked person. Files are processed only while the command
 * runs, so it waits.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const DISC = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'dicomdir');

let vault: LiveVault;
let exams: string[];
const run = (...args: string[]) => srvault([...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });

beforeEach(async () => {
  vault = await startLiveVault();
  await vault.admin.session.lock();
  exams = documentOf(await run('import', 'dicom', DISC)).exam_ids.map(String);
});
afterEach(() => vault.close());

test('srvault export dicom waits until what has come in only now is read', async () => {
  let images = 0;
  for (const [at, exam] of exams.entries()) {
    const done = await run('export', 'dicom', '--exam', exam, '--out', join(vault.root, `media${at}`));
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    images += Number(documentOf(done).images);
  }
  expect(images).toBe(31);
});

test('srvault export deidentified waits for it too', async () => {
  for (const [at, exam] of exams.entries()) {
    const out = join(vault.root, `copy${at}`);
    const done = await run('export', 'deidentified', '--exam', exam, '--remove-all', '--out', out);
    expect(done.exitCode).toBe(0);
    expect(done.stderr).not.toContain('not read yet');
  }
});
