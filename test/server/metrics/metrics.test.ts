import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { desktopClient } from '#scripts/desktop-client.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const WAIT = { timeout: 240_000, interval: 50 };

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

describe('GET /v1/metrics', () => {
  test('counts answers by operation and status, sessions, days and sizes, for administrators', async () => {
    const client = vault.connect();
    await client.patients.create({ security_group_id: vault.group, record: { legal_name: 'Canary Quill' } });
    await client.patients.get('01890000-0000-7000-8000-000000000000').catch(() => undefined);
    const text = await vault.admin.vault.metrics();
    expect(text).toMatch(/^srvault_requests_total\{operation="createPatient",status="201"\} 1$/m);
    expect(text).toMatch(/^srvault_requests_total\{operation="getPatient",status="404"\} 1$/m);
    expect(text).toMatch(/^srvault_sessions\{state="unlocked"\} 2$/m);
    expect(text).toMatch(/^srvault_certificate_days_left\{certificate="server"\} 7[23]\d\./m);
    expect(text).toMatch(/^srvault_database_bytes [1-9]\d+$/m);
    for (const line of text.split('\n').filter((each) => each !== ''))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^{}]*\})? [\d.e+-]+)$/);
  });

  test('counts on from one asking to the next', async () => {
    const missing = '01890000-0000-7000-8000-000000000001';
    const countOf = async (): Promise<number> => {
      const text = await vault.admin.vault.metrics();
      return Number(
        /^srvault_requests_total\{operation="getExam",status="404"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      );
    };
    const counts: number[] = [await countOf()];
    for (const times of [1, 0, 2]) {
      for (let time = 0; time < times; time += 1)
        await expect(vault.admin.exams.get(missing)).rejects.toMatchObject({ code: 'not_found' });
      counts.push(await countOf());
    }
    expect(counts).toEqual([0, 1, 1, 3]);
  });

  test('says nothing clinical, no id and no name', async () => {
    const text = await vault.admin.vault.metrics();
    expect(text).not.toContain('Canary');
    expect(text).not.toContain(vault.group);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('is refused to programs', async () => {
    await expect(vault.connect().vault.metrics()).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('GET /v1/figures', () => {
  test('needs a certificate alone, tells what runs full or old, and leaves no entry behind', async () => {
    const { admin } = vault;
    const target = join(vault.root, 'backups');
    mkdirSync(target);
    await admin.backups.patch({ target });
    await admin.backups.start();
    await vi.waitFor(async () => expect((await admin.backups.get()).running).toBeNull(), WAIT);
    const monitor = desktopClient(vault.url, vault.dataDir);
    try {
      const before = await monitor.vault.figures();
      const value = (text: string, name: string) => {
        const line = text.split('\n').find((each) => each.startsWith(`${name} `));
        return Number(line?.slice(name.length));
      };
      expect(value(before, 'srvault_disk_free_bytes')).toBeGreaterThan(0);
      expect(value(before, 'srvault_quarantine_files')).toBe(0);
      expect(value(before, 'srvault_outbox_waiting')).toBe(0);
      expect(value(before, 'srvault_last_good_timestamp_seconds{kind="backup"}')).toBeGreaterThan(1.7e9);
      expect(before).not.toContain('srvault_last_good_timestamp_seconds{kind="drill"}');
      expect(value(before, 'srvault_event_loop_lag_seconds{quantile="1"}')).toBeGreaterThanOrEqual(0);
      expect(value(before, 'srvault_audit_entries')).toBeGreaterThan(0);
      for (let times = 0; times < 50; times += 1) await monitor.vault.figures();
      const after = await monitor.vault.figures();
      expect(value(after, 'srvault_audit_entries')).toBe(value(before, 'srvault_audit_entries'));
      for (const line of after.split('\n').filter((each) => each !== ''))
        expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^{}]*\})? [\d.e+-]+)$/);
      expect(after).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7|Canary/);
    } finally {
      await monitor.close();
    }
  });
});
