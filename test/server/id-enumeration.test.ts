/**
 * Tests that ids of foreign groups cannot be detected. Every route responds to a foreign id as to an unknown one,
 * with the same text. It sends the same database queries with equally many result rows, because a found row takes
 * longer. Source: evidence design, E-9.
 */
import SqliteDatabase from 'better-sqlite3';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteDefinition } from '#contract/route.ts';
import { ROUTES } from '#contract/routes.ts';
import { schemaArbitrary } from '#test/support/contract/schema-arbitrary.ts';
import { multipartBody } from '#test/support/multipart.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

const SEED = 20_261_122;
/** Sorts before every real id. */
const NEVER_MADE = '01900000-0000-7000-8000-000000000000';
/** Parameters that name objects of the vault; others are equal in both requests. */
const ID_PARAMS = /^(sg|.*_id)$/;

let vault: InitialisedServer;
let stranger: string;
let foreign: Readonly<Record<string, string>>;

beforeAll(async () => {
  vault = await startInitialisedServer();
  const elsewhere = await post('/v1/groups', { name: 'Elsewhere' });
  stranger = await join(elsewhere.security_group_id);
  foreign = await seedForeign();
});
afterAll(() => vault.stop());

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { json } = await vault.desktop.send(path, { method: 'POST', token: vault.token, body, headers });
  return json;
}

async function join(security_group_id: string): Promise<string> {
  const groups = [{ security_group_id, role: 'owner' }];
  const invited = await post('/v1/principals', { display_name: 'Stranger', groups });
  const body = { invite_code: invited.invite_code, new_passphrase: 'seven green lanterns hum' };
  const { json } = await vault.desktop.send('/v1/session', { method: 'POST', body });
  return json.session_token;
}

async function seedForeign() {
  const { security_group_id } = vault;
  // A message to a receiver needs a patient number.
  const person = { display_name: 'Foreign', identifiers: [{ type: 'MR', value: 'F-1' }] };
  const patient = await post('/v1/patients', { security_group_id, record: person });
  const patient_id = patient.index.document_id;
  const record = { title: 'Foreign', custom_attributes: { report: { status: 'final' } } };
  const exam = await post('/v1/exams', { security_group_id, patient_id, record });
  const editor = await post('/v1/principals', {
    display_name: 'Editor',
    groups: [{ security_group_id, role: 'editor' }],
  });
  const asked = await post(`/v1/exams/${exam.index.document_id}/cosign-requests`, {
    version_id: exam.version_id,
    principal_id: editor.principal_id,
  });
  const template = await post('/v1/templates', { security_group_id, record: { title: 'Foreign' } });
  const form = multipartBody([{ name: 'file', filename: 'foreign.txt', content: 'foreign' }]);
  const file = await post(`/v1/drives/${security_group_id}/nodes`, form.body, form.headers);
  const credential = await post('/v1/credentials', {
    name: 'Robot',
    groups: [{ security_group_id, role: 'viewer' }],
  });
  const { json: own } = await vault.desktop.send('/v1/session', { token: vault.token });
  return {
    patient_id,
    exam_id: exam.index.document_id,
    request_id: asked.request_id,
    template_id: template.index.document_id,
    version_id: exam.version_id,
    node_id: file.node_id,
    sg: security_group_id,
    security_group_id,
    principal_id: own.principal.principal_id,
    credential_id: credential.credential_id,
    session_id: own.session_id,
    message_id: await seedMessage(exam.index.document_id),
  };
}

/** Waits until the outbox is idle; its receiver is removed. */
async function seedMessage(exam_id: string): Promise<string> {
  const receivers = (hl7_receivers: string | null) =>
    vault.desktop.send('/v1/settings', { method: 'PATCH', token: vault.token, body: { hl7_receivers } });
  await receivers('ris=127.0.0.1:9');
  const { message_id } = await post(`/v1/exams/${exam_id}/messages`, { receiver: 'ris' });
  await receivers(null);
  const waiting = `/v1/exchange/hl7/messages?waiting=true&security_group_id=${vault.security_group_id}`;
  await vi.waitFor(
    async () => {
      const { json } = await vault.desktop.send(waiting, { token: vault.token });
      expect(json.items).toEqual([]);
    },
    // Long, because each failed try doubles the wait.
    { timeout: 240_000, interval: 100 },
  );
  return message_id;
}

const idsIn = ({ path }: RouteDefinition): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (ID_PARAMS.test(name) ? [name] : []));
const WITH_IDS = ROUTES.filter((route) => idsIn(route).length > 0);

/** Builds a valid request of the route with the given ids. */
function requestOf(route: RouteDefinition, ids: (name: string) => string) {
  const fuzzing = { ids: { unknown: [NEVER_MADE] }, junkInTen: 0 };
  const one = (schema: object): unknown =>
    fc.sample(schemaArbitrary(schema, fuzzing), { seed: SEED, numRuns: 1 })[0];
  const params = new Map<string, unknown>(Object.entries(route.params ? (one(route.params) ?? {}) : {}));
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    ID_PARAMS.test(name) ? ids(name) : encodeURIComponent(String(params.get(name))),
  );
  if (route.method === 'GET' || route.method === 'DELETE') return { method: route.method, path };
  if (route.body_kind === 'multipart') {
    const { body, headers } = multipartBody([{ name: 'file', filename: 'a.txt', content: 'a' }]);
    return { method: route.method, path, body, headers };
  }
  if (route.body_kind === 'bytes') return { method: route.method, path, body: new Uint8Array(9) };
  return { method: route.method, path, ...(route.body ? { body: one(route.body) } : {}) };
}

/** Returns the response and the database queries it caused. */
async function answerTo(route: RouteDefinition, ids: (name: string) => string) {
  const { path, ...request } = requestOf(route, ids);
  const asked: string[] = [];
  const stop = listenToStatements((sql) => asked.push(sql));
  const { status, json } = await vault.desktop.send(path, { ...request, token: stranger });
  stop();
  // Leave out the audit log and background jobs, which query at any time.
  const own = asked.filter(
    (sql) => !/audit|findings|events|commit_links|service_state|changed_rows/.test(sql),
  );
  return { status, ...json?.error, trace_id: undefined, asked: own };
}

/** Query before each write, here of the delayed audit log. */
const ASKED_TO_WRITE = 'SELECT total_changes()';

/** Records reads only, because a refused request writes only to the audit log. */
function listenToStatements(hear: (sql: string) => void): () => void {
  const database = new SqliteDatabase(':memory:');
  const statement: object = Object.getPrototypeOf(database.prepare('SELECT 1'));
  database.close();
  const undo = ['get', 'all', 'iterate'].map((name) => {
    const original: unknown = Reflect.get(statement, name);
    if (typeof original !== 'function') throw new TypeError(`There is no ${name} to listen to.`);
    Reflect.set(statement, name, function (this: SqliteDatabase.Statement, ...args: unknown[]): unknown {
      const answered: unknown = Reflect.apply(original, this, args);
      const rows = Array.isArray(answered) ? answered.length : answered === undefined ? 0 : 1;
      if (this.source !== ASKED_TO_WRITE) hear(`${this.source} -- ${rows} rows`);
      return answered;
    });
    return () => void Reflect.set(statement, name, original);
  });
  return () => {
    for (const each of undo) each();
  };
}

describe('a foreign id and one that never was', () => {
  test('there are routes to ask', () => {
    expect(WITH_IDS.length).toBeGreaterThan(50);
    const unseeded = WITH_IDS.flatMap(idsIn).filter((name) => foreign[name] === undefined);
    expect([...new Set(unseeded)]).toEqual([]);
  });

  test.each(WITH_IDS.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'are answered alike by %s',
    async (_name, route) => {
      const never = new Map(idsIn(route).map((name) => [name, v7()]));
      const unknown = await answerTo(route, (name) => never.get(name) ?? '');
      const before = await answerTo(route, () => NEVER_MADE);
      const other = await answerTo(route, (name) => foreign[name] ?? '');
      expect(unknown.status).toBeGreaterThanOrEqual(400);
      expect(other).toEqual(unknown);
      expect(before).toEqual(unknown);
    },
  );
});
