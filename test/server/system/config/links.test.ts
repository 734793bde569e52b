/** Tests symbolic links placed in the folder by an attacker: nothing outside is changed. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseWorkspaceId } from '#contract/ids.ts';
import { startServer } from '#server/app/start-server.ts';
import { createPkiFiles } from '#server/identity/enrollment/pki-files.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { createAuditAnchor } from '#server/system/config/anchors/audit-anchor.ts';
import { assertNoLinks } from '#server/system/config/folder/assert-no-links.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { createDiskReserve } from '#server/system/config/folder/disk-reserve.ts';
import { tryLockFolder } from '#server/system/config/folder/folder-lock.ts';
import { writeRunFile } from '#server/system/config/folder/run-file.ts';
import { storeUpgradeCopy } from '#server/system/config/folder/upgrade-copies.ts';
import { createOwnFile, openOwnFile, replaceOwnFile } from '#server/system/files/write-own-file.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const CONTENT = 'not the vault’s';

/** Creates a file outside the folder and a link to it at `path`. */
function linkAt(path: string): { readonly assertUntouched: () => void } {
  const victim = join(testTempDir(), 'victim');
  writeFileSync(victim, CONTENT, { mode: 0o640 });
  chmodSync(victim, 0o640);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(victim, path);
  return {
    assertUntouched() {
      expect(readFileSync(victim, 'utf8')).toBe(CONTENT);
      expect(statSync(victim).mode & 0o777).toBe(0o640);
    },
  };
}

function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
}

describe('a vault’s own file', () => {
  test.each([
    ['run.json.new', (folder: string) => writeRunFile(join(folder, 'run.json'), { url: 'x', pid: 1 })],
    ['reserve', (folder: string) => createDiskReserve(folder).allocate()],
    ['pki/ca.crt.new', (folder: string) => createPkiFiles(join(folder, 'pki')).writeCaPem('pem')],
    ['search.part', async (folder: string) => (await openOwnFile(join(folder, 'search.part'))).close()],
  ])('is written in the place of a link at %s, not through it', async (name, write) => {
    const folder = testTempDir();
    const { assertUntouched } = linkAt(join(folder, name));
    await write(folder);
    assertUntouched();
  });

  test('is neither synced nor kept where a link took its place', () => {
    const folder = testTempDir();
    const layout = dataDirLayout(folder);
    const replace = (file: string) => {
      rmSync(file);
      linkAt(file);
    };
    expect(() => storeUpgradeCopy(layout, 1, 0, replace)).toThrow();
    expect(readdirSync(layout.upgrades)).toEqual([]);
  });

  test('has its mode whatever the umask says', () => {
    const folder = testTempDir();
    for (const mask of [0, 0o777]) {
      withUmask(mask);
      const file = join(folder, `mode-${mask}`);
      replaceOwnFile(file, 'text');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  test('is made once: what has the name is removed, whatever it is', () => {
    const path = join(testTempDir(), 'dangling');
    symlinkSync(join(testTempDir(), 'missing'), path);
    expect(createOwnFile(path)).toBeGreaterThan(0);
    expect(lstatSync(path).isFile()).toBe(true);
  });
});

test.each(['vault.sqlite', 'vault.sqlite-wal', 'vault.sqlite-shm', 'lock.sqlite'])(
  'a folder whose %s has another name elsewhere is refused',
  (name) => {
    const folder = testTempDir();
    const victim = join(testTempDir(), 'victim');
    writeFileSync(victim, CONTENT);
    linkSync(victim, join(folder, name));
    expect(() => assertNoLinks(folder)).toThrow(/has another name elsewhere/);
    expect(readFileSync(victim, 'utf8')).toBe(CONTENT);
  },
);

describe('reading a folder', () => {
  function folderWith(name: string): string {
    const folder = testTempDir();
    openVaultDatabase(dataDirLayout(folder).database, MIGRATIONS).close();
    rmSync(join(folder, name), { force: true });
    return folder;
  }
  const examine = (dataDir: string) => examineFolder({ dataDir, stateDir: testTempDir(), nowMs: Date.now() });

  test.each(['vault.sqlite-shm', 'vault.sqlite-wal', 'vault.sqlite-journal', 'lock.sqlite'])(
    'writes no other file by its hard link at %s, and names it',
    (name) => {
      const folder = folderWith(name);
      const victim = join(testTempDir(), 'victim');
      writeFileSync(victim, CONTENT);
      linkSync(victim, join(folder, name));
      expect(examine(folder).findings).toContainEqual(
        expect.objectContaining({ code: 'folder_unsafe', id: name }),
      );
      expect(readFileSync(victim, 'utf8')).toBe(CONTENT);
      expect(() => tryLockFolder(join(folder, name))).toThrow('a hard link');
    },
  );

  test('says of a folder in the place of a file that it is none', () => {
    const folder = folderWith('vault.sqlite');
    mkdirSync(join(folder, 'vault.sqlite'));
    expect(() => assertNoLinks(folder)).toThrow("«vault.sqlite» in the vault's folder is no file.");
  });
});

test.each(['run.json.new', 'pki/server.key.new', 'blobs/ab', 'search'])(
  'a folder with a link at %s is refused; reached by a link itself it is not',
  (name) => {
    const folder = testTempDir();
    symlinkSync(testTempDir(), join(folder, 'vault'));
    expect(() => assertNoLinks(join(folder, 'vault'))).not.toThrow();
    linkAt(join(folder, 'vault', name));
    expect(() => assertNoLinks(join(folder, 'vault'))).toThrow(`«${name}»`);
  },
);

test('the anchor of the audit log is its owner’s alone', () => {
  withUmask(0);
  const state = testTempDir();
  const workspace = parseWorkspaceId('0192d3a0-0000-7000-8000-000000000000');
  createAuditAnchor(state).write(workspace, { epoch: 1, seq: 1, hash: '0'.repeat(64) });
  expect(statSync(join(state, 'anchors', `${workspace}.audit.json`)).mode & 0o777).toBe(0o600);
});

describe('startServer', () => {
  test.each(['run.json.new', 'reserve', 'vault.sqlite'])(
    'refuses a folder with a link at %s, says which, and writes nothing',
    async (name) => {
      const root = testTempDir();
      const dataDir = join(root, 'vault');
      const { assertUntouched } = linkAt(join(dataDir, name));
      const started = startServer({ dataDir, port: 0, stateDir: join(root, 'state') });
      await expect(started).rejects.toMatchObject({
        code: 'protocol_error',
        message: expect.stringContaining(`«${name}»`),
      });
      assertUntouched();
      expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    },
  );
});
