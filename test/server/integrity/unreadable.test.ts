/**
 * Tests that unreadable data is not called damaged, because restoring a backup over a healthy vault would lose newer
 * data.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '#server/app/start-server.ts';
import { whyUnreadable } from '#server/integrity/doctor/why-unreadable.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { codesOf, thaw } from './thawed-vault.ts';

const NOBODY = 65_534;

/** Runs `work` as an ordinary user, because file permissions do not bind root. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

test.each([
  ['the folder', ''],
  ['its database', 'vault.sqlite'],
])(
  'a user who may not read %s is told so',
  onlyWhere(process.platform !== 'win32', 'Windows has no such rights'),
  (_what, name) => {
    const vault = thaw();
    const path = join(vault.dataDir, name);
    chmodSync(vault.root, 0o755);
    chmodSync(vault.dataDir, 0o755);
    chmodSync(path, 0);
    onTestFinished(() => chmodSync(path, 0o700));
    const codes = asOrdinaryUser(() => codesOf(vault.examine())).map(([code]) => code);
    expect(codes).toContain('database_not_readable');
    expect(codes.filter((code) => code?.includes('damaged') || code?.includes('missing'))).toEqual([]);
  },
);

test(
  'certificates that may not be read are told apart from damaged ones',
  onlyWhere(process.platform !== 'win32', 'Windows has no such rights'),
  () => {
    const vault = thaw();
    const pki = join(vault.dataDir, 'pki');
    chmodSync(vault.root, 0o755);
    chmodSync(vault.dataDir, 0o755);
    chmodSync(pki, 0);
    onTestFinished(() => chmodSync(pki, 0o700));
    const codes = asOrdinaryUser(() => codesOf(vault.examine())).map(([code]) => code);
    expect(codes).toContain('certificate_not_readable');
    expect(codes).not.toContain('certificate_damaged');
    expect(codes).not.toContain('certificate_missing');
  },
);

describe('whyUnreadable', () => {
  test.each([
    ['SQLITE_CORRUPT_INDEX', 'database_damaged'],
    ['SQLITE_NOTADB', 'database_not_a_vault'],
    ['SQLITE_FULL', 'disk_full'],
    ['SQLITE_BUSY_SNAPSHOT', 'database_busy'],
    ['SQLITE_IOERR_READ', 'disk_failing'],
    ['SQLITE_CANTOPEN', 'database_not_readable'],
    ['SQLITE_READONLY_DIRECTORY', 'database_not_readable'],
    ['EROFS', 'database_not_readable'],
    // A network share or disk disappeared.
    ['ESTALE', 'disk_failing'],
    ['ENXIO', 'disk_failing'],
    ['ENOTCONN', 'disk_failing'],
    // This computer lacks a resource; unknown errors count as that.
    ['EMFILE', 'database_not_readable'],
    ['SQLITE_NOMEM', 'database_not_readable'],
    ['SQLITE_PROTOCOL', 'database_not_readable'],
    ['ELOOP', 'database_not_readable'],
    ['SQLITE_ERROR', 'database_damaged'],
  ])('%s is %s', (code, finding) => {
    expect(whyUnreadable(Object.assign(new Error('x'), { code })).code).toBe(finding);
  });
});

test('a folder that was only served, as on a disk that is not mounted, is a finding', async () => {
  const vault = thaw();
  const dataDir = join(testTempDir(), 'mount-point');
  const server = await startServer({ dataDir, stateDir: vault.stateDir, port: 0, logLevel: 'silent' });
  await server.close();
  const { examineFolder } = await import('#server/integrity/doctor/examine-folder.ts');
  const found = examineFolder({ dataDir, stateDir: vault.stateDir, nowMs: Date.now() });
  expect(codesOf(found)).toContainEqual(['vault_missing', null]);
});
