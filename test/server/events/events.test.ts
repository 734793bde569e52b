/** `GET /v1/events` over real sockets: events, recipients, start position and end of streams. */
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readDesktop } from '#test/support/certificates.ts';
import { createTestClock } from '#test/support/clock.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

let vault: InitialisedServer;
beforeAll(async () => {
  vault = await startInitialisedServer();
});
afterAll(() => vault.stop());

interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, string>;
}

interface Reader {
  readonly status: number;
  readonly type: string | undefined;
  /** Resolves after `count` events, without those of the sessions themselves. */
  readonly events: (count: number) => Promise<Told[]>;
  readonly comments: () => string[];
  readonly ended: Promise<void>;
}

async function listen(more: { token?: string; lastEventId?: string } = {}): Promise<Reader> {
  const { promise, resolve, reject } = Promise.withResolvers<Reader>();
  const { lastEventId } = more;
  const request = httpsRequest(new URL('/v1/events', vault.server.url), {
    agent: false,
    ca: vault.ca,
    ...readDesktop(vault.dataDir),
    headers: {
      authorization: `Bearer ${more.token ?? vault.token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  request.once('error', reject);
  request.once('response', (response) => {
    let text = '';
    const wakes = new Set<() => void>();
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      for (const wake of wakes) wake();
    });
    response.on('error', () => undefined);
    const blocks = () => text.split('\n\n').slice(0, -1);
    const told = () =>
      blocks()
        .flatMap((block) => parse(block) ?? [])
        .filter(({ event }) => event !== 'session');
    resolve({
      status: response.statusCode ?? 0,
      type: response.headers['content-type'],
      comments: () => blocks().filter((block) => block.startsWith(':')),
      ended: new Promise((done) => response.once('close', () => done())),
      events: (count) =>
        new Promise((done) => {
          const wake = () => {
            if (told().length < count) return;
            wakes.delete(wake);
            done(told());
          };
          wakes.add(wake);
          wake();
        }),
    });
  });
  request.end();
  onTestFinished(() => void request.destroy());
  return promise;
}

function parse(block: string): Told | undefined {
  const match = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block);
  return match ? { id: match[1] ?? '', event: match[2] ?? '', data: JSON.parse(match[3] ?? '') } : undefined;
}

async function send(method: string, path: string, body?: unknown, token = vault.token) {
  const answer = await vault.desktop.send(path, { method, token, ...(body === undefined ? {} : { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

const newPatient = (security_group_id = vault.security_group_id) =>
  send('POST', '/v1/patients', { security_group_id, record: { legal_name: 'Anna Ek' } });

describe('GET /v1/events', () => {
  test('tells every change of a document and its draft, ids only, in order', async () => {
    const reader = await listen();
    expect([reader.status, reader.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const created = await newPatient();
    const id = created.index.document_id;
    const path = `/v1/patients/${id}`;
    const record = { legal_name: 'Anna Ek-Berg' };
    await send('PUT', `${path}/draft`, { record, base_version_id: created.version_id });
    const saved = await send('PUT', path, { record, expected_latest_version_id: created.version_id });
    await send('POST', `${path}/archive`);
    await send('POST', `${path}/unarchive`);
    await send('DELETE', path);
    await send('POST', `${path}/restore`);
    await send('DELETE', path);
    await send('DELETE', `${path}?purge=true`);
    const told = await reader.events(10);
    const by = created.index.created_by;
    expect(told.map(({ event, data }) => [event, data['change'], data['draft_rev']])).toEqual([
      ['document', 'created', undefined],
      ['draft', 'created', '1'],
      ['document', 'updated', undefined],
      ['draft', 'purged', '1'],
      ['document', 'archived', undefined],
      ['document', 'updated', undefined],
      ['document', 'trashed', undefined],
      ['document', 'restored', undefined],
      ['document', 'trashed', undefined],
      ['document', 'purged', undefined],
    ]);
    for (const { data } of told) {
      expect(data).toMatchObject({ resource: 'patients', id, by });
      expect(JSON.stringify(data)).not.toContain('Anna');
    }
    expect(told[0]?.data['version_id']).toBe(created.version_id);
    expect(told[2]?.data['version_id']).toBe(saved.version_id);
    const numbers = told.map(({ id: number }) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test('tells of nodes and groups', async () => {
    const reader = await listen();
    const { security_group_id } = await send('POST', '/v1/groups', { name: 'Ward' });
    const nodes = `/v1/drives/${security_group_id}/nodes`;
    const folder = await send('POST', `/v1/drives/${security_group_id}/folders`, { name: 'Letters' });
    await send('PATCH', `${nodes}/${folder.node_id}`, { name: 'Old letters' });
    await send('DELETE', `${nodes}/${folder.node_id}`);
    await send('POST', `${nodes}/${folder.node_id}/restore`);
    await send('DELETE', `${nodes}/${folder.node_id}`);
    await send('DELETE', `${nodes}/${folder.node_id}?purge=true`);
    const told = await reader.events(7);
    expect(told.map(({ event, data }) => [event, data['change'], data['id']])).toEqual([
      ['group', 'created', security_group_id],
      ...['created', 'updated', 'trashed', 'restored', 'trashed', 'purged'].map((change) => [
        'node',
        change,
        folder.node_id,
      ]),
    ]);
  });

  test('goes on behind Last-Event-ID; a forgotten or unknown place says that every group changed', async () => {
    const reader = await listen();
    const first = await newPatient();
    const second = await newPatient();
    const seen = (await reader.events(2))[0]?.id ?? '';
    const [missed] = await (await listen({ lastEventId: seen })).events(1);
    expect([first.index.document_id, second.index.document_id]).not.toContain(seen);
    expect(missed?.data['id']).toBe(second.index.document_id);
    const [news] = await (await listen({ lastEventId: '999999' })).events(1);
    expect(news).toMatchObject({ event: 'group', data: { change: 'updated' } });
    const malformed = await vault.desktop.send('/v1/events', {
      token: vault.token,
      headers: { 'last-event-id': 'x' },
    });
    expect([malformed.status, malformed.json.error.code]).toEqual([422, 'invalid_request']);
  });

  test('a stranger to the group hears nothing of it', async () => {
    const { security_group_id: other } = await send('POST', '/v1/groups', { name: 'Other' });
    const invited = await send('POST', '/v1/principals', {
      display_name: 'Guest',
      groups: [{ security_group_id: other, role: 'viewer' }],
    });
    const { json } = await vault.desktop.send('/v1/session', {
      method: 'POST',
      body: { invite_code: invited.invite_code, new_passphrase: 'seven green lanterns hum' },
    });
    const reader = await listen({ token: json.session_token });
    await newPatient();
    const known = await newPatient(other);
    const [only] = await reader.events(1);
    expect(only?.data['id']).toBe(known.index.document_id);
  });

  test('ends with its session, and needs one', async () => {
    const opened = await openAgain();
    const reader = await listen({ token: opened });
    await send('POST', '/v1/session/lock', undefined, opened);
    await reader.ended;
    const locked = await vault.desktop.send('/v1/events', { token: opened });
    expect([locked.status, locked.json.error.code]).toEqual([401, 'session_locked']);
    expect((await vault.desktop.send('/v1/events')).json.error.code).toBe('session_required');
    const head = await vault.desktop.send('/v1/events', { method: 'HEAD', token: vault.token });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('is opened by a comment that names the newest number', async () => {
    const reader = await listen();
    await newPatient();
    await reader.events(1);
    expect(reader.comments()[0]).toMatch(/^: at \d+$/);
  });
});

describe('x-session-activity', () => {
  test('a read that says none leaves the idle clock alone; a write cannot say so', async () => {
    const clock = createTestClock();
    const turned = await startInitialisedServer({ clock });
    onTestFinished(turned.stop);
    const { desktop, token, security_group_id } = turned;
    const idleEnd = async () => (await desktop.send('/v1/session', { token })).json.idle_expires_at;
    const headers = { 'x-session-activity': 'none' };
    await desktop.send('/v1/patients', { token });
    const before = await idleEnd();
    clock.advance(60_000);
    await desktop.send('/v1/patients', { token, headers });
    expect(await idleEnd()).toBe(before);
    const body = { security_group_id, record: { legal_name: 'Anna Ek' } };
    await desktop.send('/v1/patients', { method: 'POST', token, headers, body });
    expect(Date.parse(await idleEnd())).toBe(Date.parse(before) + 60_000);
  });
});

async function openAgain(): Promise<string> {
  const { device_secret } = await send('POST', '/v1/session/device-secret', {
    current_passphrase: PASSPHRASE,
  });
  const { json } = await vault.desktop.send('/v1/session', { method: 'POST', body: { device_secret } });
  return json.session_token;
}
