/** Behind an import, with nobody unlocked but the command itself: files are read only while it runs, so it waits. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { startLiveVault } from '#test/support/live-vault.ts';

const DISC = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'dicomdir');

test('srvault export dicom waits until what has come in only now is read', async () => {
  const vault = await startLiveVault();
  try {
    await vault.admin.session.lock();
    const run = (...args: string[]) =>
      srvault([...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });
    const imported = documentOf(await run('import', 'dicom', DISC));
    let images = 0;
    for (const [at, exam] of imported.exam_ids.entries()) {
      const done = await run(
        'export',
        'dicom',
        '--exam',
        String(exam),
        '--out',
        join(vault.root, `media${at}`),
      );
      expect(done).toMatchObject({ exitCode: 0, stderr: '' });
      images += Number(documentOf(done).images);
    }
    expect(images).toBe(31);
  } finally {
    await vault.close();
  }
});
