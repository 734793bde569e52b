/** Calls every route with valid random input and with junk: no 5xx, no hang, no echo of the input. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS, isErrorCode } from '#contract/errors/error-codes.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { ROUTES } from '#contract/routes.ts';
import { createRawClient, type RawClient, type RawRequest, type RawResponse } from '#test/support/client.ts';
import { responseProblem } from '#test/support/contract/response-validator.ts';
import {
  FUZZ_CANARY,
  type Fuzzing,
  type KnownIds,
  schemaArbitrary,
} from '#test/support/contract/schema-arbitrary.ts';
import { multipartBody } from '#test/support/multipart.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Requests sent per route, for the long lane. */
    fuzz_requests?: number;
  }
}

/** Leave out the event stream, which never ends. */
const ANSWERING = ROUTES.filter(({ media_type }) => media_type !== 'text/event-stream');
/** Runs for routes with few possible inputs; the others share the long lane's additional runs. */
const FEW_RUNS = 20;
const VARIED = ANSWERING.filter(
  ({ method, params, query, body, body_kind }) =>
    params || query || (method !== 'GET' && (body || body_kind !== undefined)),
);
/** Number of requests of the long lane; the default repeats the same ones. */
const REQUESTS = Number(process.env['SRVAULT_FUZZ_REQUESTS'] ?? FEW_RUNS * ANSWERING.length);
const SEED = Number(process.env['SRVAULT_FUZZ_SEED'] ?? 20_260_301);
const VARIED_RUNS = Math.ceil((REQUESTS - FEW_RUNS * (ANSWERING.length - VARIED.length)) / VARIED.length);
const ANSWER_WITHIN_MS = 240_000;
const TIMEOUT_MS = 60_000 * Math.max(1, VARIED_RUNS / 50);
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

const pages = makeTempDir();
let vault: InitialisedServer;
/** A separate certificate, so that rejected unlocks delay nobody else. */
let stranger: RawClient;
let token: string;
/** Unlocks without Argon2id, which would dominate the time. */
let deviceSecret: string;
let ids: KnownIds;

beforeAll(async () => {
  // Page into which a hand-over is written.
  writeFileSync(join(pages.path, 'handover.html'), '<!doctype html><!--handover-->');
  vault = await startInitialisedServer({ uiDir: pages.path });
  token = vault.token;
  const issued = await vault.server.pki.issueClient({ name: 'stranger', expires_at: null });
  const identity = { cert: issued.certificate_pem, key: issued.private_key_pem };
  stranger = createRawClient(vault.server.url, vault.ca, identity);
  ids = await seedIds();
  deviceSecret = await createDeviceSecret();
});
afterAll(async () => {
  stranger.close();
  await vault.stop();
  pages.remove();
});

/** Creates three of each kind, so that purging leaves some. */
async function seedIds(): Promise<KnownIds> {
  const { security_group_id } = vault;
  const post = async (path: string, body: unknown, headers = {}) =>
    (await vault.desktop.send(path, { method: 'POST', token, body, headers })).json;
  const drive = `/v1/drives/${security_group_id}`;
  const found: Record<string, string[]> = { unknown: [UNKNOWN_ID] };
  const note = (name: string, id: string) => {
    found[name] = [...(found[name] ?? []), id];
  };
  const editor = await post('/v1/principals', {
    display_name: 'Editor',
    groups: [{ security_group_id, role: 'editor' }],
  });
  for (const round of [1, 2, 3]) {
    const patient = await post('/v1/patients', {
      security_group_id,
      record: { display_name: `Seed ${round}` },
    });
    const patient_id = patient.index.document_id;
    const custom_attributes = { report: { status: 'final' } };
    const record = { title: 'Seed', report_html: '<p>x</p>', custom_attributes };
    const exam = await post('/v1/exams', { security_group_id, patient_id, record });
    const asked = await post(`/v1/exams/${exam.index.document_id}/cosign-requests`, {
      version_id: exam.version_id,
      principal_id: editor.principal_id,
    });
    const template = await post('/v1/templates', { security_group_id, record: { title: 'Seed' } });
    const folder = await post(`${drive}/folders`, { name: `Seed ${round}` });
    const form = multipartBody([{ name: 'file', filename: 'seed.txt', content: 'seed' }]);
    const file = await post(`${drive}/nodes`, form.body, form.headers);
    const upload = await post(`${drive}/uploads`, { name: 'big', size: 100 });
    note('patient_id', patient_id);
    note('exam_id', exam.index.document_id);
    note('request_id', asked.request_id);
    note('template_id', template.index.document_id);
    for (const view of [patient, exam, template]) note('version_id', view.version_id);
    note('parent_id', folder.node_id);
    for (const node of [folder, file, upload]) note('node_id', node.node_id);
  }
  const invited = await post('/v1/principals', { display_name: 'Invited', groups: [] });
  const credential = await post('/v1/credentials', {
    name: 'Robot',
    groups: [{ security_group_id, role: 'viewer' }],
  });
  note('principal_id', invited.principal_id);
  note('principal_id', editor.principal_id);
  note('credential_id', credential.credential_id);
  for (const name of ['sg', 'security_group_id']) note(name, security_group_id);
  for (const name of ['specialist_ids', 'specialist_id']) note(name, credential.principal_id);
  return found;
}

interface FuzzedRequest extends RawRequest {
  readonly path: string;
}

/** Half of the requests follow the schemas, the others contain junk. */
function requestArbitrary(route: RouteDefinition): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(fuzzedRequest(route, { ids, junkInTen: 0 }), fuzzedRequest(route, { ids, junkInTen: 1 }));
}

function fuzzedRequest(route: RouteDefinition, fuzzing: Fuzzing): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      params: route.params ? schemaArbitrary(route.params, fuzzing) : fc.constant({}),
      query: route.query ? schemaArbitrary(route.query, fuzzing) : fc.constant({}),
      sent: bodyArbitrary(route, fuzzing),
    })
    .map(({ params, query, sent }) => ({
      method: route.method,
      path: fillPath(route.path, params) + queryText(query),
      ...sent,
    }));
}

function bodyArbitrary(
  route: RouteDefinition,
  fuzzing: Fuzzing,
): fc.Arbitrary<Pick<RawRequest, 'body' | 'headers'>> {
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
        content: fc.oneof(
          fc.constantFrom('rename', 'fail', '', ...Object.values(ids).flat()),
          fc.string({ maxLength: 50 }),
        ),
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
    { weight: 12, arbitrary: schemaArbitrary(route.body, fuzzing).map((body) => ({ body: body ?? null })) },
    {
      weight: fuzzing.junkInTen,
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
  const what = `seed ${SEED}: ${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 400)} → ${answer.text.slice(0, 300)}`;
  if (answer.status < 300) {
    expect([route.success, 206], what).toContain(answer.status);
    expect(responseProblem(route, answer.json), what).toBeUndefined();
    return;
  }
  const { code, message, trace_id } = answer.json.error;
  expect(answer.status, what).toBeLessThan(500);
  expect(isErrorCode(code) && ERROR_STATUS[code], what).toBe(answer.status);
  expect(Object.keys(answer.json), what).toEqual(['error']);
  expect(typeof message, what).toBe('string');
  expect(trace_id, what).toBe(answer.headers['x-request-id']);
  expect(answer.text, what).not.toContain(FUZZ_CANARY);
  expect(answer.text, what).not.toMatch(/\n\s+at |node_modules|SQLITE/);
}

/** Reopens the session, because locking is fuzzed too. */
async function reopenIfClosed(answer: RawResponse): Promise<void> {
  const code: unknown = answer.json?.error?.code ?? answer.json?.state;
  if (!['session_locked', 'session_rejected', 'session_expired', 'locked'].includes(String(code))) return;
  await reopen();
}

async function reopen(): Promise<void> {
  const open = (body: unknown) => vault.desktop.send('/v1/session', { method: 'POST', body });
  const opened = await open({ device_secret: deviceSecret });
  if (opened.status < 300) {
    token = opened.json.session_token;
    return;
  }
  // Unlock by passphrase, because replacing the device secret is fuzzed too.
  token = (await open({ passphrase: PASSPHRASE })).json.session_token;
  deviceSecret = await createDeviceSecret();
}

async function createDeviceSecret(): Promise<string> {
  const path = '/v1/session/device-secret';
  return (await vault.desktop.send(path, { method: 'POST', token, body: { current_passphrase: PASSPHRASE } }))
    .json.device_secret;
}

/** Every operation must have been accepted at least once. */
const accepted = new Set<string>();

/** Each wrong passphrase delays its certificate. */
const GUESSING = [
  'openSession',
  'setPassphrase',
  'renewRecoveryKey',
  'renewRecoveryShares',
  'createDeviceSecret',
];

describe('every route, fuzzed from its own schemas', () => {
  test.for(ANSWERING)('$operation_id', { timeout: TIMEOUT_MS }, async (route, { task }) => {
    const client = GUESSING.includes(route.operation_id) ? stranger : vault.desktop;
    const numRuns = VARIED.includes(route) ? VARIED_RUNS : FEW_RUNS;
    task.meta.fuzz_requests = 0;
    for (const request of fc.sample(requestArbitrary(route), { numRuns, seed: SEED })) {
      task.meta.fuzz_requests += 1;
      const answer = await sendWithin(request, client);
      expectRightShape(answer, route, request);
      if (answer.status < 300) accepted.add(route.operation_id);
      await reopenIfClosed(answer);
    }
  });

  test('and most operations were accepted at least once', () => {
    const never = ROUTES.map(({ operation_id }) => operation_id).filter((name) => !accepted.has(name));
    expect(accepted.size, `never accepted: ${never}`).toBeGreaterThan(ROUTES.length / 2);
  });

  test('and the vault still works afterwards', async () => {
    // Reopen, because fuzzed settings may limit a session to a second.
    await reopen();
    const body = { security_group_id: vault.security_group_id, record: { display_name: 'After the storm' } };
    const created = await vault.desktop.send('/v1/patients', { method: 'POST', token, body });
    expect(created.status).toBe(201);
    const path = `/v1/patients/${created.json.index.document_id}`;
    expect((await vault.desktop.send(path, { token })).json.record.display_name).toBe('After the storm');
  });
});
