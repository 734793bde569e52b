/** What programs that sync folders leave beside the vault's files, by the names they give. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkConflictedCopies } from '#server/evidence/doctor/conflicted-copies.ts';

const OWN = [
  'vault.sqlite',
  'vault.sqlite-wal',
  'vault.sqlite-shm',
  'pki/ca.crt',
  'pki/server.key',
  'pki/hl7.crt',
];
const COPIES = [
  'vault (1).sqlite',
  'vault-DESKTOP-7F3.sqlite',
  "vault (Anna's conflicted copy 2026-11-02).sqlite",
  'vault (In Konflikt stehende Kopie von PC 2026-11-02).sqlite',
  'vault (Copie en conflit de PC).sqlite',
  'vault.sync-conflict-20261102-101500-ABCDEFG.sqlite-wal',
  'settings_conflict-20261102-101500.json',
  'pki/server-DESKTOP-7F3.key',
  'pki/ca (conflicted copy).crt',
  'Kopie von vault.sqlite',
  'vault.sqlite (1)',
  'pki/server.key (2)',
];

test('conflicted copies beside the database and in pki/ are named, the vault’s own files are not', () => {
  const root = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'pki'));
  for (const name of [...OWN, ...COPIES]) writeFileSync(join(root, name), '');
  const found = checkConflictedCopies(root);
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['conflicted_copy']));
  expect(found.map(({ id }) => id).toSorted()).toEqual(COPIES.toSorted());
  expect(checkConflictedCopies(join(root, 'nowhere'))).toEqual([]);
});
