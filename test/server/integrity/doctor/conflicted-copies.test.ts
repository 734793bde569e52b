/** Tests detection of conflict copies that folder sync programs create, by their names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkConflictedCopies, isConflictedCopy } from '#server/integrity/doctor/conflicted-copies.ts';

const OWN = [
  'vault.sqlite',
  'vault.sqlite-wal',
  'vault.sqlite-shm',
  'pki/ca.crt',
  'pki/server.key',
  'pki/hl7.crt',
  'vault.sqlite-journal',
  'lock.sqlite',
  'run.json',
  'newest-release.json',
  'store',
  'copy.new',
  'reserve',
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
  // Dropbox in its languages.
  'vault (Copia en conflicto de PC 2026-11-02).sqlite',
  'vault (Cópia em conflito de PC 2026-11-02).sqlite',
  'run (Conflicterende kopie van PC 2026-11-02).json',
  'store (Copia in conflitto di PC 2026-11-02)',
  'reserve (PC の競合コピー 2026-11-02)',
  'run (конфликтующая копия PC 2026-11-02).json',
  'settings (PC 的冲突副本 2026-11-02).json',
  'copy (PC의 충돌된 복사본 2026-11-02)',
  // iCloud, OneDrive, Google Drive, file managers.
  'vault 2.sqlite',
  'vault.sqlite-wal 2',
  'vault - Kopie.sqlite',
  'lock-DESKTOP-7F3.sqlite',
  'run 2.json',
  'store-DESKTOP-7F3',
  'pki/ca 2.crt',
  'pki/server [Conflict].crt',
  // Seafile and Synology.
  'vault (SFConflict anna@example.org 2026-11-02-10-15-00).sqlite',
  'vault_PC_Nov-02-101500-2026_Conflict.sqlite',
];
const FOLDERS = ['blobs 2', 'pki (1)', 'search-DESKTOP-7F3', 'blobs (Selective Sync Conflict)'];

test('conflicted copies beside the database and in pki/ are named, the vault’s own files are not', () => {
  const root = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'pki'));
  for (const name of [...OWN, ...COPIES]) writeFileSync(join(root, name), '');
  for (const name of ['blobs', 'search', 'quarantine', 'upgrades', ...FOLDERS]) mkdirSync(join(root, name));
  const found = checkConflictedCopies(root);
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['conflicted_copy']));
  expect(found.map(({ id }) => id).toSorted()).toEqual([...COPIES, ...FOLDERS].toSorted());
  expect(checkConflictedCopies(join(root, 'nowhere'))).toEqual([]);
});

test('a sealed file with something behind its id is a second copy, one that is being written is none', () => {
  const id = '01a2054a-a6bd-707c-9644-235e7da0eea1';
  for (const name of [id, `${id}.part`]) expect(isConflictedCopy(`blobs/a1/${name}`)).toBe(false);
  for (const behind of [
    ' 2',
    ' (1)',
    '-DESKTOP-7F3',
    ' (conflicted copy 2026-11-02)',
    '_conflict-2026',
    '.sync-conflict-2',
  ])
    expect(isConflictedCopy(`blobs/a1/${id}${behind}`)).toBe(true);
});
