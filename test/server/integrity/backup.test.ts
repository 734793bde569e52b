import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import { backupFolder, restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { readHeader } from '#server/integrity/backup/snapshot-manifest.ts';
import { expiredSnapshots } from '#server/integrity/backup/snapshots.ts';
import { writeManifest } from '#server/integrity/backup/write-manifest.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { openVaultForReading } from '#server/integrity/open-vault-read-only.ts';
import { unlockReadOnly, unlockSecretsFor } from '#server/integrity/unlock-read-only.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { codesOf, thaw } from './thawed-vault.ts';

function prepared(version?: string) {
  const vault = thaw(version);
  const target = join(vault.root, 'backups');
  const restored = join(vault.root, 'restored');
  const { dataDir, stateDir, clock, opening } = vault;
  return {
    ...vault,
    target,
    restored,
    backup: () => backupFolder({ dataDir, target, opening, clock }),
    restore: (from = target) => restoreFolder({ from, dataDir: restored, stateDir, opening, clock }),
    blobs: (folder: string) =>
      readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
  };
}

/** Converts a snapshot to the format before 0.8.0, whose manifest lists the files. */
async function asFormat1(
  { dataDir, clock, opening }: ReturnType<typeof prepared>,
  snapshot: string,
): Promise<void> {
  const list = join(snapshot, 'files.jsonl');
  const lines = readFileSync(list, 'utf8').trimEnd().split('\n');
  const manifest = {
    ...readHeader(snapshot).manifest,
    format: 1,
    files: lines.map((line) => JSON.parse(line)),
  } as const;
  for (const name of ['files.jsonl', 'manifest.json', 'manifest.sig.json']) rmSync(join(snapshot, name));
  const folder = await openVaultForReading(dataDir);
  try {
    const reader = await unlockReadOnly(folder.db, clock, unlockSecretsFor(folder.layout, opening));
    await writeManifest(snapshot, manifest, reader.principal.secrets);
    reader.close();
  } finally {
    folder.close();
  }
}

/** Damages an index that samples do not use, so that only a full check finds it. */
function damageIndex(file: string): void {
  const db = new SqliteDatabase(file, { readonly: true });
  const page = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'documents_by_generation'")
    .pluck()
    .get();
  const pageBytes = db.pragma('page_size', { simple: true });
  db.close();
  const bytes = readFileSync(file);
  bytes[(Number(page) - 1) * Number(pageBytes)] = 0xff;
  writeFileSync(file, bytes);
}

describe.each(FROZEN_VERSIONS)('a backup of a vault of %s', (version) => {
  test('comes back whole, verified, in a new epoch, and serves', async () => {
    const vault = prepared(version);
    const snapshot = await vault.backup();
    expect(snapshot.findings).toEqual([]);
    const restored = await vault.restore();
    expect(restored).toMatchObject({ findings: [], restored: true, unopened: 0 });
    expect(restored.checked.documents).toBeGreaterThan(5);
    const { dataDir: _old, ...place } = vault;
    expect((await verifyFolder({ ...place, dataDir: vault.restored })).findings).toEqual([]);
    const at = { dataDir: vault.restored, stateDir: vault.stateDir };
    expect(examineFolder({ ...at, nowMs: vault.clock.nowMs() }).findings).toEqual([]);
    await (await openVault({ ...at, clock: vault.clock })).close();
    await expect(
      openVault({ dataDir: vault.dataDir, stateDir: vault.stateDir, clock: vault.clock }),
    ).rejects.toThrow(/older than it was/);
  });
});

describe('backup', () => {
  test('holds no key in clear, and a second one of an unchanged vault copies nothing', async () => {
    const vault = prepared();
    const first = await vault.backup();
    const second = await vault.backup();
    expect(second.copied_bytes).toBe(0);
    expect(second.name).not.toBe(first.name);
    for (const file of vault.blobs(second.path)) expect(statSync(file).nlink).toBe(2);
    const files = readdirSync(first.path, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const file of files) {
      expect(readFileSync(join(file.parentPath, file.name)).includes('PRIVATE KEY')).toBe(false);
      if (process.platform !== 'win32')
        expect(statSync(join(file.parentPath, file.name)).mode & 0o077, file.name).toBe(0);
    }
    expect(readdirSync(vault.target).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('names a database that was damaged in the target and would be taken over unchanged', async () => {
    const vault = prepared();
    const first = await vault.backup();
    damageIndex(join(first.path, 'vault.sqlite'));
    const second = await vault.backup();
    expect(second.copied_bytes).toBe(0);
    expect(codesOf(second)).toEqual([['database_damaged', null]]);
  });

  test('reads no file outside of the snapshot through a link, nor more of one than is listed', async () => {
    const vault = prepared();
    const { path } = await vault.backup();
    const outside = join(vault.root, 'outside');
    writeFileSync(outside, 'of somebody else');
    const [linked = '', longer = ''] = vault.blobs(path);
    rmSync(linked);
    symlinkSync(outside, linked);
    const { size } = statSync(longer);
    truncateSync(longer, 2 ** 34);
    const { findings } = await vault.restore();
    const codes = findings.map(({ code, id }) => [code, id]);
    expect(codes).toContainEqual(['backup_incomplete', basename(linked)]);
    expect(codes).toContainEqual(['backup_damaged', basename(longer)]);
    const restored = vault.blobs(vault.restored);
    expect(restored.map((file) => basename(file))).not.toContain(basename(linked));
    const copied = restored.find((file) => basename(file) === basename(longer)) ?? '';
    expect(statSync(copied).size).toBe(size + 1);
    const next = await vault.backup();
    for (const file of vault.blobs(next.path)) expect(lstatSync(file).isFile()).toBe(true);
    expect(next.findings).toEqual([]);
  });

  test.each(['pki/ca.crt', 'pki/server.crt', 'pki/keys.sealed.json'])(
    'does not bring back %s that is not the signed one',
    async (name) => {
      const vault = prepared();
      const { path } = await vault.backup();
      appendFileSync(join(path, name), readFileSync(join(path, 'pki', 'desktop.crt')));
      const { findings, restored } = await vault.restore();
      expect(restored).toBe(true);
      expect(codesOf({ findings })).toContainEqual(['backup_damaged', basename(name)]);
      expect(existsSync(join(vault.restored, name))).toBe(false);
    },
  );

  test('leaves a target with backups as it was where the passphrase is wrong', async () => {
    const vault = prepared();
    const { name, path } = await vault.backup();
    const files = () => readdirSync(vault.target, { recursive: true }).toSorted();
    const before = files();
    const { dataDir, target, clock } = vault;
    const opening = { ...vault.opening, passphrase: 'not the passphrase at all' };
    await expect(backupFolder({ dataDir, target, clock, opening })).rejects.toMatchObject({
      code: 'credential_rejected',
    });
    expect(path).toBe(join(target, name));
    expect(files()).toEqual(before);
  });

  test('is not harmed by what happens to the vault afterwards', async () => {
    const vault = prepared();
    await vault.backup();
    for (const file of vault.blobs(vault.dataDir)) {
      const bytes = readFileSync(file);
      bytes.fill(0);
      writeFileSync(file, bytes);
    }
    rmSync(join(vault.dataDir, 'vault.sqlite'));
    expect((await vault.restore()).findings).toEqual([]);
  });

  test('of a damaged vault takes the rest along and names what is missing', async () => {
    const vault = prepared();
    const [blob = ''] = vault.blobs(vault.dataDir);
    rmSync(blob);
    const snapshot = await vault.backup();
    expect(snapshot.findings.map(({ code }) => code)).toContain('blob_missing');
    expect(await vault.restore()).toMatchObject({ restored: true });
  });

  test('refuses a target inside the vault, also through a link, and a wrong passphrase', async () => {
    const vault = prepared();
    const inside = { ...vault, target: join(vault.dataDir, 'deep', 'backups') };
    await expect(backupFolder(inside)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(backupFolder({ ...vault, target: vault.dataDir })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const link = join(vault.root, 'link');
    symlinkSync(vault.dataDir, link);
    await expect(backupFolder({ ...vault, target: join(link, 'backups') })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const opening = { ...vault.opening, passphrase: 'wrong from the first word' };
    await expect(backupFolder({ ...vault, opening })).rejects.toMatchObject({ code: 'credential_rejected' });
    expect(existsSync(vault.target)).toBe(false);
  });
});

describe('restore', () => {
  test('names a file of the backup that was changed or is missing, and restores the rest', async () => {
    const vault = prepared();
    const { path } = await vault.backup();
    const [changed = '', missing = ''] = vault.blobs(path);
    const bytes = readFileSync(changed);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(changed, bytes);
    rmSync(missing);
    const restored = await vault.restore(path);
    const codes = codesOf(restored);
    expect(codes).toContainEqual(['backup_damaged', changed.split('/').at(-1)]);
    expect(codes).toContainEqual(['backup_incomplete', missing.split('/').at(-1)]);
    // Either the file or a picture of it, depending on the id.
    expect(codes.map(([code]) => code)).toContainEqual(expect.stringMatching(/^(blob|picture)_damaged$/));
    expect(restored.restored).toBe(true);
  });

  test('does not restore what nobody of the vault signed, or a database that was changed', async () => {
    const vault = prepared();
    const { path } = await vault.backup();
    const manifest = join(path, 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"created_at":"\d/, '"created_at":"1'));
    expect(await vault.restore(path)).toMatchObject({
      restored: false,
      findings: [{ code: 'backup_unsigned' }],
    });
    expect(existsSync(vault.restored)).toBe(false);
    expect(readdirSync(vault.root).filter((name) => name.endsWith('.restoring'))).toEqual([]);
  });

  test('a path in a manifest that leads outside is no backup, nor is a list that is not the one it names', async () => {
    const vault = prepared();
    const { path } = await vault.backup();
    const list = join(path, 'files.jsonl');
    const whole = readFileSync(list, 'utf8');
    const outside = whole.replace('"vault.sqlite"', '"../../victim"');
    expect(outside).not.toBe(whole);
    for (const [text, isNamed] of [
      [outside, true],
      [whole.replace('"bytes":', '"bytes":1'), false],
      [whole.slice(0, -1), true],
      [whole.slice(0, whole.indexOf('\n') + 1), false],
    ] as const) {
      writeFileSync(list, text);
      const manifest = join(path, 'manifest.json');
      if (isNamed) {
        const { files, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
        const sha256 = createHash('sha256').update(text).digest('hex');
        writeFileSync(manifest, `${JSON.stringify({ ...rest, files: { ...files, sha256 } })}\n`);
      }
      expect(await vault.restore(path)).toMatchObject({
        restored: false,
        findings: [{ code: 'backup_damaged', id: 'manifest.json' }],
      });
      expect(existsSync(vault.restored)).toBe(false);
    }
  });

  test('is of a backup of before 0.8.0, whose manifest holds its files, which the next one copies nothing of', async () => {
    const vault = prepared();
    const { path, name } = await vault.backup();
    await asFormat1(vault, path);
    expect(await vault.restore(path)).toMatchObject({ findings: [], restored: true });
    vault.clock.advance(60_000);
    const next = await vault.backup();
    expect(next).toMatchObject({ findings: [], copied_bytes: 0 });
    expect(next.name).not.toBe(name);
  });

  test('leaves a folder that holds something alone', async () => {
    const vault = prepared();
    await vault.backup();
    mkdirSync(vault.restored);
    writeFileSync(join(vault.restored, 'notes.txt'), 'mine');
    await expect(vault.restore()).rejects.toMatchObject({ code: 'already_initialized' });
    expect(readdirSync(vault.restored)).toEqual(['notes.txt']);
  });

  test('takes the newest snapshot of a target, and none where there is none', async () => {
    const vault = prepared();
    mkdirSync(vault.target);
    await expect(vault.restore()).rejects.toMatchObject({ code: 'not_found' });
    await vault.backup();
    vault.clock.advance(60_000);
    const second = await vault.backup();
    cpSync(second.path, join(vault.target, 'copy of mine'), { recursive: true });
    expect((await vault.restore()).snapshot).toBe(second.name);
  });
});

test('outlived: the newest of each day and week is kept, and always the newest', () => {
  const names = [
    '20261101T080000Z',
    '20261102T080000Z',
    '20261102T090000Z',
    '20261109T080000Z',
    '20261109T080000Z-2',
  ];
  expect(expiredSnapshots(names, { daily: 1, weekly: 0 })).toEqual(names.slice(0, 4));
  expect(expiredSnapshots(names, { daily: 2, weekly: 0 })).toEqual([names[0], names[1], names[3]]);
  expect(expiredSnapshots(names, { daily: 0, weekly: 3 })).toEqual([names[1], names[3]]);
  expect(expiredSnapshots(names, { daily: 0, weekly: 0 })).toEqual(names.slice(0, 4));
});

test('a vault of a newer version is not backed up: this program could not restore it', async () => {
  const vault = prepared();
  vault.edit((db) => db.pragma('user_version = 9999'));
  await expect(vault.backup()).rejects.toThrow('newer version');
  expect(existsSync(vault.target)).toBe(false);
});
