/** Every route of the table, called with what its own schemas allow and with junk: no 5xx, no hang, no echo. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS, isErrorCode } from '#contract/error-codes.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { ROUTES } from '#contract/routes.ts';
import { createRawClient, type RawClient, type RawRequest, type RawResponse } from '#test/support/client.ts';
import { multipartBody } from '#test/support/multipart.ts';
import { FUZZ_CANARY, schemaArbitrary } from '#test/support/schema-arbitrary.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

const RUNS_PER_ROUTE = 30;
const ANSWER_WITHIN_MS = 15_000;
const SEED = 20_260_301;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

let vault: InitialisedServer;
/** A certificate of its own, so that refused openings delay nobody else. */
let stranger: RawClient;
let token: string;
let ids: string[];

beforeAll(async () => {
  vault = await startInitialisedServer();
  token = vault.token;
  const issued = await vault.server.pki.issueClient({ name: 'stranger', expires_at: null });
  const identity = { cert: issued.certificate_pem, key: issued.private_key_pem };
  stranger = createRawClient(vault.server.url, vault.ca, identity);
  ids = [vault.security_group_id, UNKNOWN_ID, ...(await seedIds())];
});
afterAll(async () => {
  stranger.close();
  await vault.stop();
});

async function seedIds(): Promise<string[]> {
  const { security_group_id } = vault;
  const post = async (path: string, body: unknown, headers = {}) =>
    (await vault.desktop.send(path, { method: 'POST', token, body, headers })).json;
  const patient = await post('/v1/patients', { security_group_id, record: { display_name: 'Seed' } });
  const exam = await post('/v1/exams', {
    security_group_id,
    patient_id: patient.index.document_id,
    record: { title: 'Seed', report_html: '<p>x</p>' },
  });
  const template = await post('/v1/templates', { security_group_id, record: { title: 'Seed' } });
  const folder = await post(`/v1/drives/${security_group_id}/folders`, { name: 'Seed' });
  const form = multipartBody([{ name: 'file', filename: 'seed.txt', content: 'seed' }]);
  const file = await post(`/v1/drives/${security_group_id}/nodes`, form.body, form.headers);
  const upload = await post(`/v1/drives/${security_group_id}/uploads`, { name: 'big', size: 100 });
  const group = await post('/v1/groups', { name: 'Second' });
  const documents = [patient, exam, template].flatMap((view) => [view.index.document_id, view.version_id]);
  return [...documents, folder.node_id, file.node_id, upload.node_id, group.security_group_id];
}

interface FuzzedRequest extends RawRequest {
  readonly path: string;
}

function requestArbitrary(route: RouteDefinition): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      params: route.params ? schemaArbitrary(route.params, ids) : fc.constant({}),
      query: route.query ? schemaArbitrary(route.query, ids) : fc.constant({}),
      sent: bodyArbitrary(route),
    })
    .map(({ params, query, sent }) => ({
      method: route.method,
      path: fillPath(route.path, params) + queryText(query),
      ...sent,
    }));
}

function bodyArbitrary(route: RouteDefinition): fc.Arbitrary<Pick<RawRequest, 'body' | 'headers'>> {
  if (route.method === 'GET') return fc.constant({});
  if (route.body_kind === 'bytes') return fc.uint8Array({ maxLength: 300 }).map((body) => ({ body }));
  if (route.body_kind === 'multipart') {
    const part = fc.record(
      {
        name: fc.constantFrom(
          'file',
          'name',
          'parent_id',
          'exam_id',
          'mime_type',
          'on_conflict',
          FUZZ_CANARY,
        ),
        filename: fc.constantFrom('a.txt', '', '..', 'a/b', 'ü.png', 'x'.repeat(300)),
        content: fc.oneof(fc.constantFrom('rename', 'fail', '', ...ids), fc.string({ maxLength: 50 })),
      },
      { requiredKeys: ['name', 'content'] },
    );
    return fc.array(part, { maxLength: 4 }).map((parts) =>
      multipartBody(
        parts.map(({ name, content, filename }) => ({
          name,
          content,
          ...(filename === undefined ? {} : { filename }),
        })),
      ),
    );
  }
  if (!route.body) return fc.constantFrom({}, { body: {} }, { body: [FUZZ_CANARY] });
  return fc.oneof(
    { weight: 12, arbitrary: schemaArbitrary(route.body, ids).map((body) => ({ body: body ?? null })) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((body) => ({
        body: `{"${FUZZ_CANARY}${body}`,
        headers: { 'content-type': 'application/json' },
      })),
    },
  );
}

function fillPath(path: string, params: unknown): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : params;
    return encodeURIComponent(String(value ?? 'missing').toWellFormed());
  });
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '?junk';
  const fields = Object.entries(query).filter(([, value]) => value !== undefined);
  return fields.length === 0
    ? ''
    : `?${fields
        .map(
          ([name, value]) =>
            `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`,
        )
        .join('&')}`;
}

async function sendWithin({ path, ...request }: FuzzedRequest, client: RawClient): Promise<RawResponse> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer: ${request.method} ${path}`)), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([client.send(path, { ...request, token }), timeout]);
}

function expectRightShape(answer: RawResponse, route: RouteDefinition, request: FuzzedRequest): void {
  const what = `${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 400)} → ${answer.text.slice(0, 300)}`;
  if (answer.status < 300) {
    expect([route.success, 206], what).toContain(answer.status);
    return;
  }
  expect(answer.status, what).toBeLessThan(500);
  const { code, message, trace_id } = answer.json.error;
  expect(isErrorCode(code) && ERROR_STATUS[code], what).toBe(answer.status);
  expect(Object.keys(answer.json), what).toEqual(['error']);
  expect(typeof message, what).toBe('string');
  expect(trace_id, what).toBe(answer.headers['x-request-id']);
  expect(answer.text, what).not.toContain(FUZZ_CANARY);
  expect(answer.text, what).not.toMatch(/\n\s+at |node_modules|SQLITE/);
}

/** Locking and ending sessions are among what is fuzzed. */
async function reopenIfClosed(answer: RawResponse): Promise<void> {
  const code: unknown = answer.json?.error?.code ?? answer.json?.state;
  if (!['session_locked', 'session_rejected', 'session_expired', 'locked'].includes(String(code))) return;
  const opened = await vault.desktop.send('/v1/session', {
    method: 'POST',
    body: { passphrase: PASSPHRASE },
  });
  token = opened.json.session_token;
}

describe('every route, fuzzed from its own schemas', () => {
  test.each(ROUTES.map((route) => [route.operation_id, route] as const))('%s', async (_name, route) => {
    const client = ['openSession', 'setPassphrase'].includes(route.operation_id) ? stranger : vault.desktop;
    for (const request of fc.sample(requestArbitrary(route), { numRuns: RUNS_PER_ROUTE, seed: SEED })) {
      const answer = await sendWithin(request, client);
      expectRightShape(answer, route, request);
      await reopenIfClosed(answer);
    }
  });

  test('and the vault still works afterwards', async () => {
    const body = { security_group_id: vault.security_group_id, record: { display_name: 'After the storm' } };
    const created = await vault.desktop.send('/v1/patients', { method: 'POST', token, body });
    expect(created.status).toBe(201);
    const path = `/v1/patients/${created.json.index.document_id}`;
    expect((await vault.desktop.send(path, { token })).json.record.display_name).toBe('After the storm');
  });
});
