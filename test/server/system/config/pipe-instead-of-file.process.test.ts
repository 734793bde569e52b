/** Tests that a named pipe instead of a file in the data or state folder is refused without blocking. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseWorkspaceId } from '#contract/ids.ts';
import { startServer } from '#server/app/start-server.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { openFolderForReading } from '#server/integrity/open-vault-read-only.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { createFounderAnchor } from '#server/system/config/anchors/founder-anchor.ts';
import { readBlobStoreAddress } from '#server/system/config/blob-store-address.ts';
import { readDatabaseAddress } from '#server/system/config/database-address.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { storeUpgradeCopy } from '#server/system/config/folder/upgrade-copies.ts';
import { newerProgram, RELEASE_FILE } from '#server/system/config/newest-release.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const WORKSPACE = parseWorkspaceId('01a21d5a-4de0-709e-8295-a5079d5c8a8e');
const onPipes = onlyWhere(process.platform !== 'win32', 'Windows has no named pipes among its files.');

function pipeAt(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
}

test('addresses, certificates and anchors are read at once or refused', onPipes, () => {
  const root = testTempDir();
  const layout = dataDirLayout(root);
  const id = WORKSPACE;
  pipeAt(layout.storeFile);
  pipeAt(layout.filesFile);
  pipeAt(join(root, 'pki', 'ca.crt'));
  pipeAt(join(root, RELEASE_FILE));
  pipeAt(join(root, 'anchors', `${id}.founder`));
  pipeAt(join(root, 'anchors', `${id}.audit.json`));
  expect(() => readDatabaseAddress(layout)).toThrow(/not a regular file/);
  expect(() => readBlobStoreAddress(layout)).toThrow(/not a regular file/);
  expect(() => createPkiFiles(join(root, 'pki')).readCaPem()).toThrow(/Restore it from a backup/);
  expect(newerProgram(root)).toBeUndefined();
  expect(createFounderAnchor(root).read(id)).toBeUndefined();
  expect(createAuditAnchor(root).read(id, 1)).toBeUndefined();
});

test('an upgrade copy whose name a pipe took is refused at once', onPipes, () => {
  const replace = (file: string) => {
    rmSync(file);
    pipeAt(file);
  };
  expect(() => storeUpgradeCopy(dataDirLayout(testTempDir()), 1, 0, replace)).toThrow(/not a regular file/);
});

test.each(['vault.sqlite', 'vault.sqlite-journal', 'vault.sqlite-wal', 'vault.sqlite-shm', 'lock.sqlite'])(
  'a folder with a pipe at %s is refused at once, read or served',
  onPipes,
  async (name) => {
    const root = testTempDir();
    const dataDir = join(root, 'vault');
    mkdirSync(dataDir);
    openVaultDatabase(join(dataDir, 'vault.sqlite'), MIGRATIONS).close();
    rmSync(join(dataDir, name), { force: true });
    pipeAt(join(dataDir, name));
    const stateDir = join(root, 'state');
    const { findings } = examineFolder({ dataDir, stateDir, nowMs: Date.now() });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'folder_unsafe', id: name }));
    expect(() => openFolderForReading(dataDir)).toThrow(`«${name}»`);
    await expect(startServer({ dataDir, port: 0, stateDir })).rejects.toMatchObject({
      code: 'protocol_error',
    });
  },
);
