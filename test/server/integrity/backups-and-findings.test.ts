/** Tests backups, drills and findings of a served vault over its routes. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BackupState } from '#contract/maintenance/backups.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { RELEASE_FILE } from '#server/system/config/newest-release.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
let target: string;
let fileId: string;

beforeAll(async () => {
  vault = await startLiveVault();
  target = join(vault.root, 'backups');
  const record = { display_name: 'Ada Example' };
  await vault.admin.patients.create({ security_group_id: vault.group, record });
  fileId = (await vault.admin.drive(vault.group).upload(new Uint8Array(70_000), { name: 'a.bin' })).node_id;
});
afterAll(() => vault.close());

async function ended(): Promise<BackupState> {
  return vi.waitFor(
    async () => {
      const state = await vault.admin.backups.get();
      expect(state.running).toBeNull();
      return state;
    },
    { timeout: 240_000, interval: 50 },
  );
}

function blobOf(id: string): string {
  return join(vault.dataDir, 'blobs', id.slice(-2), id);
}

describe('backups', () => {
  test('need a target, outside the vault', async () => {
    await expect(vault.admin.backups.start()).rejects.toMatchObject({ code: 'invalid_request' });
    for (const wrong of [join(vault.dataDir, 'b'), 'relative/path'])
      await expect(vault.admin.backups.patch({ target: wrong })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    expect((await vault.admin.backups.get()).settings.target).toBeNull();
  });

  test('are made while the vault is served, drilled, and restore', async () => {
    const chosen = await vault.admin.backups.patch({ target, hour: 2 });
    expect(chosen.settings).toMatchObject({ target, hour: 2, keep_daily: 7 });
    expect(chosen.next_at).not.toBeNull();
    expect((await vault.admin.backups.start()).running).toBe('backup');
    const made = await ended();
    expect(made.last).toMatchObject({ ok: true, failure: null, documents: 1 });
    expect(made.snapshots).toEqual([made.last?.snapshot]);
    await vault.admin.backups.drill();
    const drilled = await ended();
    expect(drilled.last_drill).toMatchObject({ ok: true, files: 1, documents: 1 });
    const restored = await restoreFolder({
      from: target,
      dataDir: join(vault.root, 'restored'),
      stateDir: join(vault.root, 'other-state'),
      opening: { passphrase: PASSPHRASE },
    });
    expect(restored).toMatchObject({ findings: [], restored: true });
    const told = await vault.admin.audit.list({ kind: 'backup_made' }).toArray({ limit: 5 });
    expect(told).toMatchObject([{ detail: made.last?.snapshot }]);
  });

  test('a drill finds what was changed in the backup', async () => {
    const [snapshot = ''] = readdirSync(target);
    const copy = join(target, snapshot, 'blobs', fileId.slice(-2), fileId);
    const bytes = readFileSync(copy);
    writeFileSync(copy, 'damaged');
    await vault.admin.backups.drill();
    expect((await ended()).last_drill).toMatchObject({ ok: false });
    writeFileSync(copy, bytes);
  });

  test('are for administrators', async () => {
    const program = vault.connect();
    await expect(program.backups.get()).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(program.findings.list()).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('findings', () => {
  test('a damaged file is put back from the backup, and what lay there is kept', async () => {
    const whole = readFileSync(blobOf(fileId));
    writeFileSync(blobOf(fileId), 'too short');
    const found = (await vault.admin.findings.check()).items;
    expect(found).toMatchObject([
      { code: 'blob_length', id: fileId, decisions: ['restore', 'keep'], title: 'a.bin', kept_at: null },
    ]);
    const after = await vault.admin.findings.decide({ code: 'blob_length', id: fileId, decision: 'restore' });
    expect(readFileSync(blobOf(fileId)).equals(whole)).toBe(true);
    expect(after.items).toMatchObject([{ code: 'quarantined', id: `${fileId}.damaged` }]);
  });

  test('what lies in quarantine goes by an owner’s word and its name alone', async () => {
    const id = `${fileId}.damaged`;
    const decide = (confirm?: string) =>
      vault.admin.findings.decide({
        ...{ code: 'quarantined', id, decision: 'remove' },
        ...(confirm === undefined ? {} : { confirm }),
      });
    const lies = join(vault.dataDir, 'quarantine', id);
    await expect(decide()).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decide('something else')).rejects.toMatchObject({ code: 'invalid_request' });
    const kept = await vault.admin.findings.decide({ code: 'quarantined', id, decision: 'keep' });
    expect(kept.items).toMatchObject([{ id, kept_at: expect.any(String) }]);
    expect(statSync(lies).size).toBe('too short'.length);
    expect((await decide(id)).items).toEqual([]);
    expect(existsSync(lies)).toBe(false);
    const told = await vault.admin.audit.list({ kind: 'finding_decided' }).toArray({ limit: 9 });
    expect(told.map(({ detail }) => detail)).toEqual([
      'remove quarantined',
      'keep quarantined',
      'restore blob_length',
    ]);
  });

  test('a cut newest backup does not keep an older one from being used', async () => {
    const [snapshot = ''] = readdirSync(target);
    const newer = join(target, '20991231T000000Z');
    mkdirSync(newer);
    for (const name of ['manifest.json', 'manifest.sig.json'])
      copyFileSync(join(target, snapshot, name), join(newer, name));
    writeFileSync(join(newer, 'files.jsonl'), '{');
    const whole = readFileSync(blobOf(fileId));
    writeFileSync(blobOf(fileId), 'too short');
    await vault.admin.findings.check();
    await vault.admin.findings.decide({ code: 'blob_length', id: fileId, decision: 'restore' });
    expect(readFileSync(blobOf(fileId)).equals(whole)).toBe(true);
    rmSync(newer, { recursive: true });
    const id = `${fileId}.damaged`;
    await vault.admin.findings.decide({ code: 'quarantined', id, decision: 'remove', confirm: id });
  });

  test('a stray file is named and nothing but «keep» removes it from sight', async () => {
    mkdirSync(join(vault.dataDir, 'quarantine'), { recursive: true });
    writeFileSync(join(vault.dataDir, 'quarantine', 'stray'), 'x');
    const { items } = await vault.admin.findings.check();
    expect(items).toMatchObject([{ code: 'quarantined', id: 'stray', decisions: ['keep', 'remove'] }]);
    await expect(
      vault.admin.findings.decide({ code: 'quarantined', id: '../vault.sqlite', decision: 'remove' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('administrators are told of a newer program that a file in the folder names', async () => {
  const outdated = (items: readonly { readonly code: string; readonly id: string | null }[]) =>
    items.filter(({ code }) => code === 'program_outdated').map(({ id }) => id);
  const release = join(vault.dataDir, RELEASE_FILE);
  writeFileSync(release, '{"version":"98.0.0"}\n');
  const founder = desktopClient(vault.url, vault.dataDir);
  onTestFinished(founder.close);
  await founder.session.open({ passphrase: PASSPHRASE });
  expect(outdated((await vault.admin.findings.list()).items)).toEqual(['98.0.0']);
  writeFileSync(release, '{"version":"99.0.0"}\n');
  expect(outdated((await vault.admin.findings.check()).items)).toEqual(['99.0.0']);
  const kept = { code: 'program_outdated', id: '99.0.0', decision: 'keep' } as const;
  await vault.admin.findings.decide(kept);
  expect((await vault.admin.findings.check()).items).toContainEqual(
    expect.objectContaining({ code: 'program_outdated', kept_at: expect.any(String) }),
  );
});
