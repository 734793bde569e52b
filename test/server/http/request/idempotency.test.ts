import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_RETENTION_MS } from '#contract/limits.ts';
import { createTestClock } from '#test/support/clock.ts';
import { multipartBody } from '#test/support/multipart.ts';
import { onSqlite } from '#test/support/on-engine.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

const clock = createTestClock();
let vault: InitialisedServer;
let token: string;
beforeAll(async () => {
  vault = await startInitialisedServer({ clock });
  token = vault.token;
});
afterAll(() => vault.stop());

const post = (path: string, key: string, body?: unknown, headers: Record<string, string> = {}) =>
  vault.desktop.send(path, {
    method: 'POST',
    token,
    headers: { 'idempotency-key': key, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const patient = (display_name: string) => ({
  security_group_id: vault.security_group_id,
  record: { display_name },
});

async function expectReplay(sent: ReturnType<typeof post>) {
  const answer = await sent;
  expect(answer.status).toBe(409);
  expect(answer.json.error.code).toBe('replay');
}

describe('Idempotency-Key', () => {
  test('the same key and body answer the same resource again, with the same status', async () => {
    const first = await post('/v1/patients', 'create-once-1', patient('Once'));
    const again = await post('/v1/patients', 'create-once-1', patient('Once'));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
  });

  test('the same key with another body, or on another document, is a replay', async () => {
    const one = await post('/v1/patients', 'reused-key-1', patient('One'));
    await expectReplay(post('/v1/patients', 'reused-key-1', patient('Two')));
    const other = await post('/v1/patients', 'reused-key-2', patient('Other'));
    const archive = (id: string) => post(`/v1/patients/${id}/archive`, 'archive-key-1');
    expect((await archive(one.json.index.document_id)).status).toBe(200);
    expect((await archive(one.json.index.document_id)).status).toBe(200);
    await expectReplay(archive(other.json.index.document_id));
  });

  onSqlite('the row is changed in the folder’s own file')(
    'a key that was made to stand for another resource in the folder is a replay',
    async () => {
      const mine = await post('/v1/patients', 'moved-key-1', patient('Mine'));
      const another = await post('/v1/patients', 'moved-key-2', patient('Another'));
      const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'));
      const move = db.prepare('UPDATE idempotency_marks SET created_id = ? WHERE created_id = ?');
      expect(move.run(another.json.index.document_id, mine.json.index.document_id).changes).toBe(1);
      db.close();
      await expectReplay(post('/v1/patients', 'moved-key-1', patient('Mine')));
      const again = await post('/v1/patients', 'moved-key-2', patient('Another'));
      expect(again.json).toEqual(another.json);
    },
  );

  test('keys count per route', async () => {
    expect((await post('/v1/patients', 'shared-key-1', patient('P'))).status).toBe(201);
    const template = { security_group_id: vault.security_group_id, record: { title: 'T' } };
    expect((await post('/v1/templates', 'shared-key-1', template)).status).toBe(201);
  });

  test('of many at the same time one creates; the others answer it again or are replays', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/v1/patients', 'racing-key-1', patient('Race'))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ json }) => json.index.document_id)).size).toBe(1);
    for (const { status, json } of answers) if (status !== 201) expect(json.error.code).toBe('replay');
    const { json } = await vault.desktop.send('/v1/patients?q=Race', { token });
    expect(json.items).toHaveLength(1);
  });

  test('a refused write leaves no mark', async () => {
    expect((await post('/v1/patients', 'refused-key-1', { ...patient('x'), tags: 7 })).status).toBe(422);
    expect((await post('/v1/patients', 'refused-key-1', patient('x'))).status).toBe(201);
  });

  test('an upload is the same when its fields and content are', async () => {
    const upload = (content: string) => {
      const form = multipartBody([{ name: 'file', filename: 'a.txt', content }]);
      return post(`/v1/drives/${vault.security_group_id}/nodes`, 'upload-key-1', form.body, form.headers);
    };
    const first = await upload('same bytes');
    expect(first.status).toBe(201);
    expect((await upload('same bytes')).json).toEqual(first.json);
    await expectReplay(upload('other bytes'));
  });

  test('keys must be 8 to 128 visible ASCII characters', async () => {
    for (const key of ['short', 'x'.repeat(129), 'with space here', 'schlüssel-latin1']) {
      const answer = await post('/v1/patients', Buffer.from(key).toString('latin1'), patient('Bad key'));
      expect(answer.status, key).toBe(422);
    }
    expect((await post('/v1/patients', 'x'.repeat(128), patient('Longest'))).status).toBe(201);
  });

  test('a key is free again after 24 hours', async () => {
    const first = await post('/v1/patients', 'next-day-key', patient('Today'));
    clock.advance(IDEMPOTENCY_RETENTION_MS);
    const opened = await vault.desktop.send('/v1/session', {
      method: 'POST',
      body: { passphrase: PASSPHRASE },
    });
    token = opened.json.session_token;
    const next = await post('/v1/patients', 'next-day-key', patient('Tomorrow'));
    expect(next.status).toBe(201);
    expect(next.json.index.document_id).not.toBe(first.json.index.document_id);
  });
});
