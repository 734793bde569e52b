/**
 * Tests the outbox over real sockets with receivers that accept, refuse, hang up or are absent; over a lock and a
 * restart; and its rows on disk.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedMessage, OutboxMessage } from '#contract/exchange/outbox.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { startServer } from '#server/app/start-server.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { listenForMllp, type MllpListener } from '#test/support/mllp-listener.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

const WORD = 'Kastellan';
const WAIT = { timeout: 240_000, interval: 50 };

let root: string;
let group: string;
let secret: string;
let server: Awaited<ReturnType<typeof startServer>>;
let admin: VaultClient;
let listeners: MllpListener[];

async function start(): Promise<void> {
  server = await startServer({
    dataDir: join(root, 'vault'),
    port: 0,
    stateDir: join(root, 'state'),
    rateLimit: 'off',
  });
  admin = desktopClient(server.url, join(root, 'vault'));
}

async function stop(): Promise<void> {
  await admin.close();
  await server.close();
}

const unlock = () => admin.session.open({ device_secret: secret });

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  listeners = [];
  const copied = await copyPreparedVault(root, FOUNDING);
  group = copied.security_group_id;
  secret = copied.device_secret;
  await start();
  await unlock();
});
afterEach(async () => {
  await stop();
  await Promise.all(listeners.map((listener) => listener.close()));
  rmSync(root, { recursive: true, force: true });
});

async function listen(...more: Parameters<typeof listenForMllp>): Promise<MllpListener> {
  const listener = await listenForMllp(...more);
  listeners.push(listener);
  return listener;
}

async function exam(text: string): Promise<string> {
  const { index } = await admin.exams.create({
    security_group_id: group,
    record: { title: `CT of ${WORD}`, ...(await reportFromHtml(`<p>${text}</p>`)) },
  });
  return index.document_id;
}

async function only(): Promise<ListedMessage> {
  const [message] = await admin.exchange.hl7.list({ security_group_id: group }).toArray({ limit: 2 });
  if (message === undefined) throw new Error('The outbox is empty.');
  return message;
}

const becomes = (state: OutboxMessage['state']) =>
  vi.waitFor(async () => {
    const message = await only();
    expect(message.state).toBe(state);
    return message;
  }, WAIT);

describe('the outbox', () => {
  test('a report is sent, acknowledged, listed with the answer, and said in the log', async () => {
    const ris = await listen(['AA']);
    await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
    const id = await exam('Nodule of 11 mm.');
    const queued = await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    expect(queued).toMatchObject({ state: 'waiting', attempts: 0, exam_id: id, answer: null });
    const sent = await becomes('acknowledged');
    expect(sent).toMatchObject({
      ...{ message_id: queued.message_id, attempts: 1, title: `CT of ${WORD}`, next_attempt_at: null },
      ...{ answer: { code: 'AA', text: 'told' }, failure: null },
    });
    expect(ris.received).toHaveLength(1);
    expect(ris.received[0]).toContain('Nodule of 11 mm.');
    expect(ris.received[0]).toContain(`|${sent.control_id}|P|2.5.1|`);
    await vi.waitFor(async () => {
      const entries = await admin.audit.list({ object_id: id }).toArray({ limit: 20 });
      expect(entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['message_queued', 'message_acknowledged']),
      );
      expect(entries.find(({ kind }) => kind === 'message_acknowledged')?.detail).toBe('ris AA');
    }, WAIT);
  });

  test.each(['AE', 'AR'] as const)(
    'an answer %s is kept and not asked for again until a person does',
    async (code) => {
      const ris = await listen([code, 'AA']);
      await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
      await admin.exchange.hl7.queue(await exam('x'), { receiver: 'ris' });
      const refused = await becomes('refused');
      expect(refused.answer).toEqual({ code, text: 'told' });
      expect(ris.received).toHaveLength(1);
      await admin.exchange.hl7.retry(refused.message_id);
      await becomes('acknowledged');
      expect(new Set(ris.received).size).toBe(1);
    },
  );

  test('who hangs up is asked again later, with the same message; who answers late is waited for', async () => {
    const seen = Promise.withResolvers<void>();
    const ris = await listen(['hang_up', { code: 'AA', after: seen.promise }]);
    await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
    await admin.exchange.hl7.queue(await exam('x'), { receiver: 'ris' });
    const failed = await vi.waitFor(async () => {
      const message = await only();
      expect(message).toMatchObject({ state: 'waiting', attempts: 1, failure: 'no_answer' });
      return message;
    }, WAIT);
    expect(Date.parse(failed.next_attempt_at ?? '') - Date.parse(failed.last_attempt_at ?? '')).toBe(1_000);
    await vi.waitFor(() => expect(ris.received).toHaveLength(2), WAIT);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await only()).state).toBe('waiting');
    seen.resolve();
    expect((await becomes('acknowledged')).attempts).toBe(2);
    expect(ris.received).toHaveLength(2);
    expect(new Set(ris.received).size).toBe(1);
  });

  test('waits over a restart and the lock after it, then goes out by itself; nothing clinical on the disk', async () => {
    const gone = await listen(['AA']);
    await admin.settings.patch({ hl7_receivers: `ris=${gone.place}` });
    await gone.close();
    listeners.pop();
    const id = await exam(`Nodule of ${WORD}.`);
    await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await vi.waitFor(async () => expect((await only()).failure).toBe('no_answer'), WAIT);
    await stop();
    for (const file of filesIn(join(root, 'vault')))
      expect(readFileSync(file).includes(WORD), file).toBe(false);

    const back = await listen(['AA'], gone.port);
    await start();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(back.received).toHaveLength(0);
    await expect(admin.exchange.hl7.list({ security_group_id: group }).page()).rejects.toMatchObject({
      status: 401,
    });
    await unlock();
    expect((await becomes('acknowledged')).exam_id).toBe(id);
    expect(back.received).toHaveLength(1);
  });

  test('a version never overtakes the one before it; another exam does not wait for it', async () => {
    const ris = await listen(['hang_up', 'AA']);
    await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
    const first = await exam('First text.');
    await admin.exchange.hl7.queue(first, { receiver: 'ris' });
    const { record, version_id } = await admin.exams.get(first);
    await admin.exams.update(first, {
      record: { ...record, ...(await reportFromHtml('<p>Second text.</p>')) },
      expected_latest_version_id: version_id,
    });
    await vi.waitFor(() => expect(ris.received).toHaveLength(1), WAIT);
    await admin.exchange.hl7.queue(first, { receiver: 'ris' });
    await admin.exchange.hl7.queue(await exam('Other text.'), { receiver: 'ris' });
    await vi.waitFor(() => expect(ris.received).toHaveLength(4), WAIT);
    const order = ris.received.map((message) => /(First|Second|Other) text/.exec(message)?.[1]);
    expect(order.filter((word) => word !== 'Other')).toEqual(['First', 'First', 'Second']);
    expect(order.indexOf('Other')).toBeLessThan(order.indexOf('Second'));
  });

  test('the same version that waits already is answered, not queued twice; a new version is another message', async () => {
    await admin.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
    const id = await exam('x');
    const { message_id } = await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    expect((await admin.exchange.hl7.queue(id, { receiver: 'ris' })).message_id).toBe(message_id);
  });

  test('without its receiver in the settings a message fails, and none is queued', async () => {
    await admin.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
    const id = await exam('x');
    await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await vi.waitFor(async () => expect((await only()).failure).toBe('no_answer'), WAIT);
    await admin.settings.patch({ hl7_receivers: null });
    await admin.exchange.hl7.retry((await only()).message_id);
    expect(await becomes('failed')).toMatchObject({ failure: 'no_receiver' });
    await expect(admin.exchange.hl7.queue(id, { receiver: 'ris' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('discarded, or its exam purged: it is gone', async () => {
    await admin.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
    const discarded = await admin.exchange.hl7.queue(await exam('x'), { receiver: 'ris' });
    await admin.exchange.hl7.discard(discarded.message_id);
    const id = await exam('y');
    const { message_id } = await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    await admin.exams.delete(id);
    await expect(admin.exchange.hl7.queue(id, { receiver: 'ris' })).rejects.toMatchObject({
      code: 'document_deleted',
    });
    await admin.exams.purge(id);
    expect(await admin.exchange.hl7.list({ security_group_id: group }).toArray({ limit: 5 })).toEqual([]);
    await expect(admin.exchange.hl7.retry(message_id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a damaged one is marked among the sound, holds none of its exam back, and can only be taken out', async () => {
    const ris = await listen(['AR', 'AR', 'AA']);
    await admin.settings.patch({ hl7_receivers: `ris=${ris.place}` });
    const list = () => admin.exchange.hl7.list({ security_group_id: group }).toArray({ limit: 5 });
    const refused = async (examId: string) => {
      const { message_id } = await admin.exchange.hl7.queue(examId, { receiver: 'ris' });
      return vi.waitFor(async () => {
        const message = (await list()).find((listed) => listed.message_id === message_id);
        expect(message?.state).toBe('refused');
        return message;
      }, WAIT);
    };
    const id = await exam('x');
    const { message_id, version_id } = (await refused(id)) ?? {};
    const sound = await refused(await exam('y'));
    const db = new SqliteDatabase(join(root, 'vault', 'vault.sqlite'));
    db.prepare(
      'UPDATE outbox_messages SET sealed = zeroblob(length(sealed)), due_at = ? WHERE message_id = ?',
    ).run('2026-01-01T00:00:00.000Z', message_id);
    db.close();
    expect(await list()).toMatchObject([
      sound,
      { message_id, exam_id: id, receiver: 'ris', version_id: null, queued_by: null, damaged: true },
    ]);
    await expect(admin.exchange.hl7.retry(message_id ?? '')).rejects.toMatchObject({ code: 'crypto_error' });
    const again = await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    expect(again).toMatchObject({ version_id, state: 'waiting' });
    await vi.waitFor(async () => {
      const states = (await list()).map(({ message_id: listed, state }) => [listed, state]);
      expect(states).toContainEqual([again.message_id, 'acknowledged']);
    }, WAIT);
    expect(await admin.exchange.hl7.discard(message_id ?? '')).toMatchObject({ message_id, damaged: true });
    expect((await list()).map((message) => message.message_id)).toEqual([
      again.message_id,
      sound?.message_id,
    ]);
  });

  test('pages, by exam and by whether it waits', async () => {
    await admin.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
    const ids = [await exam('1'), await exam('2'), await exam('3')];
    for (const id of ids) await admin.exchange.hl7.queue(id, { receiver: 'ris' });
    const listed = admin.exchange.hl7.list({ security_group_id: group, limit: 2 });
    expect((await listed.toArray({ limit: 9 })).map(({ exam_id }) => exam_id)).toEqual(ids.toReversed());
    const of = (query: object) =>
      admin.exchange.hl7.list({ security_group_id: group, ...query }).toArray({ limit: 9 });
    expect(await of({ exam_id: ids[1] })).toHaveLength(1);
    expect(await of({ waiting: true })).toHaveLength(3);
    expect(await of({ waiting: false })).toEqual([]);
  });

  test('receivers are name=host:port, each name once', async () => {
    for (const hl7_receivers of ['ris', 'ris=nowhere', 'ris=host:99999', 'a=h:1 a=h:2', 'r s=h:1'])
      await expect(admin.settings.patch({ hl7_receivers }), hl7_receivers).rejects.toMatchObject({
        code: 'invalid_request',
      });
    expect((await admin.settings.get()).hl7_receivers).toBeNull();
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
