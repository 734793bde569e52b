/**
 * Tests receivers that never acknowledge a message: it fails with a reason, and the newer version of the report is
 * sent.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { startServer } from '#server/app/start-server.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { listenForMllp, type Manner, type MllpListener } from '#test/support/mllp-listener.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

const WAIT = { timeout: 240_000, interval: 50 };

let root: string;
let group: string;
let skippedMs: number;
let server: Awaited<ReturnType<typeof startServer>>;
let admin: VaultClient;
let listeners: MllpListener[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  listeners = [];
  skippedMs = 0;
  const copied = await copyPreparedVault(root, FOUNDING);
  group = copied.security_group_id;
  const dataDir = join(root, 'vault');
  server = await startServer({
    ...{ dataDir, port: 0, stateDir: join(root, 'state'), rateLimit: 'off' },
    clock: { nowMs: () => Date.now() + skippedMs },
  });
  admin = desktopClient(server.url, dataDir);
  await admin.session.open({ device_secret: copied.device_secret });
});
afterEach(async () => {
  await admin.close();
  await server.close();
  await Promise.all(listeners.map((listener) => listener.close()));
  rmSync(root, { recursive: true, force: true });
});

async function receivers(manners: Readonly<Record<string, readonly Manner[]>>) {
  const named: Record<string, MllpListener> = {};
  for (const [name, each] of Object.entries(manners)) named[name] = await listenForMllp(each);
  listeners = Object.values(named);
  const places = Object.entries(named).map(([name, { place }]) => `${name}=${place}`);
  await admin.settings.patch({ hl7_receivers: places.join(' ') });
  return named;
}

async function exam(text: string, patient_id: string | null = null): Promise<string> {
  const record = { title: 'CT', ...(await reportFromHtml(`<p>${text}</p>`)) };
  return (await admin.exams.create({ security_group_id: group, patient_id, record })).index.document_id;
}

async function correct(id: string): Promise<void> {
  const { record, version_id } = await admin.exams.get(id);
  await admin.exams.update(id, {
    record: { ...record, ...(await reportFromHtml('<p>CORRECTED text.</p>')) },
    expected_latest_version_id: version_id,
  });
}

const messagesOf = (exam_id: string) =>
  admin.exchange.hl7.list({ security_group_id: group, exam_id }).toArray({ limit: 10 });

describe('the outbox', () => {
  test('what is answered by no acknowledgement fails after three attempts, says what answered, and holds no correction', async () => {
    const page: Manner = (socket) => void socket.end('\u000bHTTP/1.1 400 Bad Request\u001c\r');
    const { ris } = await receivers({ ris: [page, page, page, 'AA'] });
    const id = await exam('First text.');
    await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await correct(id);
    await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await vi.waitFor(async () => {
      const [newer, older] = await messagesOf(id);
      expect(newer).toMatchObject({ state: 'acknowledged', unread_answer: null });
      expect(older).toMatchObject({
        ...{ state: 'failed', failure: 'not_understood', attempts: 3, next_attempt_at: null },
        unread_answer: 'HTTP/1.1 400 Bad Request',
      });
    }, WAIT);
    expect(ris?.received.at(-1)).toContain('CORRECTED');
    expect(ris?.received).toHaveLength(4);
  });

  test('what nobody answers gives way to a newer version after eight attempts, never without one', async () => {
    const hangUps = Array.from({ length: 9 }, () => 'hang_up' as const);
    const { ris } = await receivers({ ris: [...hangUps, 'AA'], other: ['AA'] });
    const other = await admin.exchange.hl7.queue(await exam('Other.'), { receiver: 'other' });
    const id = await exam('First text.');
    const { message_id } = await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    const attempted = (times: number) =>
      vi.waitFor(async () => {
        const older = (await messagesOf(id)).find((message) => message.message_id === message_id);
        expect(older?.attempts).toBe(times);
        return older;
      }, WAIT);
    const next = async () => {
      skippedMs += 600_000;
      await admin.exchange.hl7.retry(other.message_id);
    };
    for (let times = 1; times <= 8; times += 1) {
      expect(await attempted(times)).toMatchObject({ state: 'waiting', failure: 'no_answer' });
      if (times === 8) {
        await correct(id);
        await admin.exchange.hl7.queue(id, { receiver: 'ris' });
      }
      await next();
    }
    expect(await attempted(9)).toMatchObject({ state: 'failed', failure: 'no_answer' });
    await vi.waitFor(async () => expect((await messagesOf(id))[0]?.state).toBe('acknowledged'), WAIT);
    expect(ris?.received.at(-1)).toContain('CORRECTED');
  });

  test('a patient without a number is told before anything is queued', async () => {
    const { ris } = await receivers({ ris: ['AA'] });
    const patient = await admin.patients.create({
      security_group_id: group,
      record: { legal_name: 'Quell, Tonja' },
    });
    const id = await exam('x', patient.index.document_id);
    await expect(admin.exchange.hl7.queue(id, { receiver: 'ris' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Give the patient an identifier'),
    });
    expect(await messagesOf(id)).toEqual([]);
    const { record, version_id } = await admin.patients.get(patient.index.document_id);
    await admin.patients.update(patient.index.document_id, {
      record: { ...record, external_id: 'EXT-9' },
      expected_latest_version_id: version_id,
    });
    await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await vi.waitFor(() => expect(ris?.received[0]).toContain('\rPID|1||EXT-9||Quell^Tonja'), WAIT);
  });
});
