import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

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
