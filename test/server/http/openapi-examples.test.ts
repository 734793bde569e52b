/**
 * Sends every example body of the OpenAPI document with this vault's ids. None may be refused as malformed or
 * invalid; refusals for the vault's state are listed here.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildInterface } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import type { JsonValue } from '#test/support/client.ts';
import { multipartBody } from '#test/support/multipart.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

/** Operations refused by any ordinary vault, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  initVault: 'already_initialized: the vault is there',
  exchangeTravellingCopy: 'not_found: only a travelling copy has it',
  takeGroupAlong: 'not_found: only a travelling copy has it',
  pinExam: 'not_found: only a travelling copy has it',
  settleNodeName: 'not_found: only a travelling copy has it',
  putClinicAddresses: 'not_found: only a travelling copy has it',
  pushDocument: 'not_found: a copy brings what it has sealed itself, and there is no such row',
  pushNode: 'version_conflict: a copy names the MAC of the row it had, and this is another',
  askForCosignature: 'version_conflict: an example before has sealed a newer version',
  decideFinding: 'not_found: nothing is found',
};
/** Sent last in this order, because they end what the others need. */
const LAST = ['renewRecoveryShares', 'setPassphrase', 'erasePatient', 'lockSession'];

let vault: InitialisedServer;
let document: JsonValue;
/** Ids of this vault by field or parameter name; `patient version_id` is more specific. */
const ids = new Map<string, string>();

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  vault.desktop.send(path, { method, headers, token: vault.token, ...(body === undefined ? {} : { body }) });

async function made(path: string, body: unknown, headers?: Record<string, string>): Promise<JsonValue> {
  const answer = await send('POST', path, body, headers);
  expect(answer.status, answer.text).toBe(201);
  return answer.json;
}

beforeAll(async () => {
  // Build first, because a hand-over needs the interface's page.
  await buildInterface();
  vault = await startInitialisedServer({ uiDir: join(ROOT, 'dist', 'renderer') });
  const { security_group_id } = vault;
  document = (await vault.desktop.send('/v1/openapi.json')).json;
  const session = (await send('GET', '/v1/session')).json;
  const record = { title: 'CT chest', report_html: '<p>No pneumothorax.</p>' };
  const patient = await made('/v1/patients', { security_group_id, record: { legal_name: 'Ada Example' } });
  const patient_id = patient.index.document_id;
  const exam = await made('/v1/exams', { security_group_id, patient_id, record });
  const template = await made('/v1/templates', { security_group_id, record });
  const drive = `/v1/drives/${security_group_id}`;
  const form = multipartBody([{ name: 'file', filename: 'a.txt', content: 'text' }]);
  const file = await made(`${drive}/nodes`, form.body, form.headers);
  const identifiers = [{ value: 'MRN-1' }];
  const numbered = await made('/v1/patients', {
    security_group_id,
    record: { legal_name: 'Jo Example', identifiers },
  });
  const sent = await made('/v1/exams', {
    security_group_id,
    patient_id: numbered.index.document_id,
    record,
  });
  const folder = await made(`${drive}/folders`, { name: 'Priors' });
  const invited = await made('/v1/principals', { display_name: 'Dr B. Poe', groups: [] });
  const settings = await send('PATCH', '/v1/settings', { hl7_receivers: 'ris=127.0.0.1:9' });
  expect(settings.status).toBe(200);
  // The example's SHA-256 is of this content.
  const upload = await made(`${drive}/uploads`, { name: 'parts.txt', size: 4 });
  const bytes = { 'content-type': 'application/octet-stream' };
  expect((await send('PUT', `${drive}/nodes/${upload.node_id}/parts/1`, 'test', bytes)).status).toBe(200);
  for (const [name, id] of Object.entries({
    security_group_id,
    sg: security_group_id,
    patient_id,
    exam_id: exam.index.document_id,
    template_id: template.index.document_id,
    document_id: exam.index.document_id,
    document_ids: exam.index.document_id,
    node_id: file.node_id,
    parent_id: folder.node_id,
    version_id: exam.version_id,
    principal_id: session.principal.principal_id,
    specialist_ids: session.principal.principal_id,
    'queueMessage exam_id': sent.index.document_id,
    'putMember principal_id': invited.principal_id,
    'completeUpload node_id': upload.node_id,
    'Patient base_version_id': patient.version_id,
    'Exam base_version_id': exam.version_id,
    'Template base_version_id': template.version_id,
    'Patient expected_latest_version_id': patient.version_id,
    'Exam expected_latest_version_id': exam.version_id,
    'Template expected_latest_version_id': template.version_id,
  }))
    ids.set(name, id);
});
afterAll(() => vault.stop());

const EXAMPLE_ID = /^0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f$/;

/** Returns the example with its placeholder ids replaced. */
function withIds(value: JsonValue, name: string, operation: string): JsonValue {
  if (Array.isArray(value)) return value.map((part) => withIds(part, name, operation));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, withIds(part, key, operation)]),
    );
  if (typeof value !== 'string' || !EXAMPLE_ID.test(value)) return value;
  const kind = /Patient|Exam|Template/.exec(operation)?.[0] ?? '';
  return ids.get(`${operation} ${name}`) ?? ids.get(`${kind} ${name}`) ?? ids.get(name) ?? value;
}

interface Example {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
}

function examplesOf(): Example[] {
  const all = Object.entries<Record<string, JsonValue>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      return content === undefined
        ? []
        : [{ id: operation.operationId, method: method.toUpperCase(), path, body: content.example }];
    }),
  );
  const placeOf = ({ id }: Example) => LAST.indexOf(id);
  return all.toSorted((one, other) => placeOf(one) - placeOf(other));
}

test('every example of a body is taken as it stands in the document', async () => {
  const wrong: string[] = [];
  const examples = examplesOf();
  expect(examples.length).toBeGreaterThan(45);
  for (const { id, method, path, body } of examples) {
    const address = path.replaceAll(
      /\{(\w+)\}/g,
      (_all, name: string) => ids.get(`${id} ${name}`) ?? ids.get(name) ?? name,
    );
    const answer = await send(method, address, withIds(body, '', id));
    const code = answer.status < 300 ? 'taken' : String(answer.json?.error?.code);
    const expected = REFUSED[id]?.split(':')[0] ?? 'taken';
    if (code !== expected) wrong.push(`${id}: ${answer.status} ${answer.text} for ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
});
