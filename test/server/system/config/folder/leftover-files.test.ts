import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { FOUNDING } from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

async function vaultFolder() {
  const base = testTempDir();
  await copyPreparedVault(base, FOUNDING);
  const options = { dataDir: join(base, 'vault'), stateDir: join(base, 'state') };
  const blob = join(options.dataDir, 'blobs', 'aa', '01900000-0000-7000-8000-0000000000aa');
  mkdirSync(join(options.dataDir, 'blobs', 'aa'), { recursive: true });
  writeFileSync(blob, 'sealed');
  return { ...options, options, database: dataDirLayout(options.dataDir).database };
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path, readFileSync(path, 'base64')];
    }),
  );
}

describe('openVault on a folder without its database', () => {
  test('refuses, names what is left and what to do, and touches nothing', async () => {
    const { options, dataDir, database } = await vaultFolder();
    rmSync(database);
    const before = contents(dataDir);
    await expect(openVault(options)).rejects.toMatchObject({
      code: 'protocol_error',
      message: expect.stringMatching(/has blobs, pki.*srvault restore/),
    });
    expect(contents(dataDir)).toEqual(before);
  });

  test('refuses just as well where the database was emptied, or only pki/ is left', async () => {
    const { options, dataDir, database } = await vaultFolder();
    truncateSync(database);
    await expect(openVault(options)).rejects.toThrow(/vault\.sqlite is missing/);
    rmSync(join(dataDir, 'blobs'), { recursive: true });
    const before = contents(dataDir);
    await expect(openVault(options)).rejects.toThrow(/has pki/);
    expect(contents(dataDir)).toEqual(before);
  });

  test('refuses a database that holds no vault beside sealed files, and leaves those', async () => {
    const { options, dataDir, database } = await vaultFolder();
    const fresh = join(testTempDir(), 'fresh');
    await (await openVault({ ...options, dataDir: fresh })).close();
    rmSync(database);
    renameSync(dataDirLayout(fresh).database, database);
    const { [database]: _, ...before } = contents(dataDir);
    await expect(openVault(options)).rejects.toThrow(/has no vault.*blobs/);
    expect(contents(dataDir)).toMatchObject(before);
  });

  test('a folder that never held a vault opens again and again', async () => {
    const dataDir = join(testTempDir(), 'vault');
    const options = { dataDir, stateDir: join(testTempDir(), 'state') };
    await (await openVault(options)).close();
    const vault = await openVault(options);
    onTestFinished(vault.close);
    expect(vault.services.vault.state().state).toBe('uninitialized');
  });
});
