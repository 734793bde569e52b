import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { lockFolder, tryLockFolder } from '#server/system/config/folder/folder-lock.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const holder = fileURLToPath(new URL('../../../../support/hold-folder-lock-child.ts', import.meta.url));

async function holdInAnotherProcess(folder: string) {
  const child = spawn(process.execPath, [holder, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('lockFolder', () => {
  test('gives a folder to one holder until it lets go', () => {
    const { lock } = dataDirLayout(testTempDir());
    const first = lockFolder(lock);
    expect(tryLockFolder(lock)).toBeUndefined();
    expect(() => lockFolder(lock)).toThrow(/already using/);
    first.release();
    lockFolder(lock).release();
  });

  test('keeps a second process out and is dropped by kill -9', async () => {
    const folder = join(testTempDir(), 'vault');
    const options = { dataDir: folder, stateDir: `${folder}-state` };
    const child = await holdInAnotherProcess(folder);
    await expect(openVault(options)).rejects.toThrow(/already using/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const vault = await openVault(options);
    await vault.close();
  });
});
