/**
 * Tests presence: announced by sessions, visible to members of the exam's group, ended with the session or by time.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { VaultEvent } from '#contract/events/change-event.ts';
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { PRESENCE_ENDS_MS, PRESENCE_EXAMS_PER_SESSION } from '#contract/limits.ts';
import { openDatabaseForReading } from '#server/storage/engine/sqlite/open-database.ts';
import { createTestClock } from '#test/support/clock.ts';
import { idOf } from '#test/support/ids.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

const clock = createTestClock();
let vault: InitialisedServer;
let owner: Person;
let editor: Person;
let stranger: Person;

interface Person {
  readonly principal_id: PrincipalId;
  readonly token: string;
  readonly events: VaultEvent[];
}

beforeAll(async () => {
  vault = await startInitialisedServer({ clock });
  const session = await vault.desktop.send('/v1/session', { token: vault.token });
  owner = { principal_id: session.json.principal.principal_id, token: vault.token, events: [] };
  editor = await invite('Dr B. Lund', idOf(vault.security_group_id));
  const { json } = await send('POST', '/v1/groups', { name: 'Elsewhere' });
  stranger = await invite('Dr C. Falk', json.security_group_id);
});
afterAll(() => vault.stop());

async function send(method: string, path: string, body?: unknown, token = vault.token) {
  return vault.desktop.send(path, { method, token, ...(body === undefined ? {} : { body }) });
}

async function invite(display_name: string, security_group_id: SecurityGroupId): Promise<Person> {
  const groups = [{ security_group_id, role: 'viewer' }];
  const invited = await send('POST', '/v1/principals', { display_name, groups });
  const body = { invite_code: invited.json.invite_code, new_passphrase: 'seven green lanterns hum' };
  const { json } = await vault.desktop.send('/v1/session', { method: 'POST', body });
  return listening({ principal_id: json.session.principal.principal_id, token: json.session_token });
}

/** Opens another session of the same person. */
async function secondSession(): Promise<Person> {
  const { device_secret } = (
    await send('POST', '/v1/session/device-secret', {
      current_passphrase: PASSPHRASE,
    })
  ).json;
  const { json } = await vault.desktop.send('/v1/session', { method: 'POST', body: { device_secret } });
  return listening({ principal_id: owner.principal_id, token: json.session_token });
}

/** Collects the events the server would send to this person. */
function listening(person: Pick<Person, 'principal_id' | 'token'>): Person {
  const { sessions, events } = vault.server.services;
  const live = sessions.findLatest(person.principal_id);
  if (!live?.actor) throw new Error('This person is not unlocked.');
  const heard: VaultEvent[] = [];
  const onEvent = (event: VaultEvent) => void (event.event === 'presence' && heard.push(event));
  events.subscribe(live.actor, undefined, { onEvent, onEnd: () => undefined });
  return { ...person, events: heard };
}

async function newExam(): Promise<string> {
  const record = { title: 'CT chest', modality: 'CT', exam_date: '2026-05-12T07:40:00Z' };
  const { json } = await send('POST', '/v1/exams', { security_group_id: vault.security_group_id, record });
  return json.index.document_id;
}

const at = (id: string) => `/v1/exams/${id}/presence`;
const stay = (id: string, { token }: Person, activity = 'reading') =>
  send('PUT', at(id), { activity }, token);
const seenBy = async ({ token }: Person, id: string) =>
  (await send('GET', at(id), undefined, token)).json.items;

describe('presence of an exam', () => {
  test('the others are answered with name and place, never the caller', async () => {
    const id = await newExam();
    expect((await stay(id, editor)).json).toEqual({ items: [] });
    const seen = await seenBy(owner, id);
    expect(seen).toEqual([
      {
        principal_id: editor.principal_id,
        display_name: 'Dr B. Lund',
        client_cn: expect.stringMatching(/./),
        activity: 'reading',
      },
    ]);
    expect((await stay(id, owner, 'writing')).json.items).toEqual(seen);
    expect(await seenBy(editor, id)).toMatchObject([{ activity: 'writing' }]);
    expect((await send('DELETE', at(id), undefined, editor.token)).status).toBe(200);
    expect(await seenBy(owner, id)).toEqual([]);
  });

  test('a second session of the same person is another one', async () => {
    const id = await newExam();
    const second = await secondSession();
    await stay(id, second, 'writing');
    expect(await seenBy(owner, id)).toMatchObject([{ principal_id: owner.principal_id }]);
    expect(await seenBy(second, id)).toEqual([]);
  });

  test('is told to members as it changes, ids and kind alone; said again it is no news', async () => {
    const id = await newExam();
    editor.events.length = 0;
    stranger.events.length = 0;
    await stay(id, owner);
    await stay(id, owner);
    await stay(id, owner, 'writing');
    await send('DELETE', at(id), undefined, owner.token);
    await send('DELETE', at(id), undefined, owner.token);
    const data = { resource: 'exams', id, by: owner.principal_id };
    expect(editor.events.map(({ data }) => data)).toEqual(
      ['created', 'updated', 'purged'].map((change) => ({ ...data, change })),
    );
    expect(stranger.events).toEqual([]);
  });

  test('who has not said it for half a minute is gone, and that is told', async () => {
    const id = await newExam();
    await stay(id, editor);
    clock.advance(PRESENCE_ENDS_MS - 1);
    expect(await seenBy(owner, id)).toHaveLength(1);
    editor.events.length = 0;
    clock.advance(1);
    expect(await seenBy(owner, id)).toEqual([]);
    vault.server.services.presence.sweep();
    // The service's timer may have been first; one event in either case.
    const gone = editor.events.filter(({ data }) => data.id === id);
    expect(gone.map(({ data }) => data.change)).toEqual(['purged']);
  });

  test('ends with the session', async () => {
    const id = await newExam();
    const second = await secondSession();
    await stay(id, second);
    expect(await seenBy(editor, id)).toHaveLength(1);
    editor.events.length = 0;
    await send('POST', '/v1/session/lock', undefined, second.token);
    expect(await seenBy(editor, id)).toEqual([]);
    expect(editor.events).toMatchObject([{ data: { id, change: 'purged' } }]);
  });

  test('ends with the last stream of events its session had open', async () => {
    const id = await newExam();
    const second = await secondSession();
    const actor = vault.server.services.sessions.findLatest(second.principal_id)?.actor;
    if (!actor) throw new Error('not unlocked');
    const streams = [1, 2].map(() => vault.server.services.presence.listens(actor));
    await stay(id, second);
    streams[0]?.();
    expect(await seenBy(editor, id)).toHaveLength(1);
    streams[1]?.();
    expect(await seenBy(editor, id)).toEqual([]);
  });

  test('one session is in so many exams at most, the last ones', async () => {
    const first = await newExam();
    await stay(first, editor);
    for (let count = 0; count < PRESENCE_EXAMS_PER_SESSION; count += 1) await stay(await newExam(), editor);
    expect(await seenBy(owner, first)).toEqual([]);
  });

  test('an exam of a foreign group and one that is not there answer alike', async () => {
    const id = await newExam();
    const patient = await send('POST', '/v1/patients', {
      security_group_id: vault.security_group_id,
      record: { legal_name: 'Anna Ek' },
    });
    const answers = [
      await stay(id, stranger),
      await send('GET', at(id), undefined, stranger.token),
      await send('DELETE', at(id), undefined, stranger.token),
      await stay('01900000-0000-7000-8000-000000000000', owner),
      await stay(patient.json.index.document_id, owner),
    ];
    for (const { status, json } of answers) {
      expect([status, json.error.code, json.error.message]).toEqual([
        404,
        'not_found',
        'Nothing with this id was found, or you have no access to it.',
      ]);
    }
    expect(await seenBy(owner, id)).toEqual([]);
    const wrong = await stay(id, owner, 'sleeping');
    expect([wrong.status, wrong.json.error.code]).toEqual([422, 'invalid_request']);
  });

  test('is no activity, and leaves nothing in the database or the audit log', async () => {
    const id = await newExam();
    const idleEnd = async () =>
      (await send('GET', '/v1/session', undefined, editor.token)).json.idle_expires_at;
    const before = await idleEnd();
    clock.advance(5_000);
    await stay(id, editor);
    await stay(id, editor, 'writing');
    await seenBy(editor, id);
    await send('DELETE', at(id), undefined, editor.token);
    expect(await idleEnd()).toBe(before);
    const db = openDatabaseForReading(join(vault.dataDir, 'vault.sqlite'));
    onTestFinished(() => void db.close());
    expect(db.prepare('SELECT DISTINCT event FROM change_events').pluck().all()).not.toContain('presence');
    const audit = await send('GET', '/v1/audit?limit=200');
    expect(audit.status).toBe(200);
    expect(audit.text).not.toContain('Presence');
  });
});
