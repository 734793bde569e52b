/** Document routes over real sockets: statuses, headers, validation, idempotency. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RawResponse } from '#test/support/client.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

let vault: InitialisedServer;

beforeAll(async () => {
  vault = await startInitialisedServer();
});
afterAll(async () => {
  await vault.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

function send(method: Method, path: string, body?: unknown, headers = {}): Promise<RawResponse> {
  const { desktop, token } = vault;
  return desktop.send(path, { method, token, headers, ...(body === undefined ? {} : { body }) });
}

async function makePatient(legal_name = 'Anna Ek') {
  const { security_group_id } = vault;
  const answer = await send('POST', '/v1/patients', { security_group_id, record: { legal_name } });
  expect(answer.status).toBe(201);
  return { id: answer.json.index.document_id as string, version: answer.json.version_id as string };
}

function expectError(answer: RawResponse, status: number, code: string): void {
  expect([answer.status, answer.json.error?.code]).toEqual([status, code]);
  expect(answer.json.error.trace_id).toBe(answer.headers['x-request-id']);
}

describe.each(['patients', 'exams', 'templates'] as const)('/v1/%s', (resource) => {
  test('create, get, update, list, archive, trash, restore, purge', async () => {
    const { security_group_id } = vault;
    const record = resource === 'patients' ? { legal_name: 'Anna' } : { title: 'Anna' };
    const created = await send('POST', `/v1/${resource}`, { security_group_id, record });
    expect(created.status).toBe(201);
    const path = `/v1/${resource}/${created.json.index.document_id}`;
    expect((await send('GET', path)).json).toEqual(created.json);
    const head = await send('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    const saved = await send('PUT', path, { record, expected_latest_version_id: created.json.version_id });
    expect(saved.status).toBe(200);
    const listed = await send('GET', `/v1/${resource}?q=anna&limit=5`);
    expect(listed.json.items[0].index).toEqual(saved.json.index);
    expect((await send('POST', `${path}/archive`)).json.is_archived).toBe(true);
    expect((await send('POST', `${path}/unarchive`)).json.is_archived).toBe(false);
    expectError(await send('POST', `${path}/restore`), 409, 'document_not_deleted');
    expectError(await send('DELETE', `${path}?purge=true`), 409, 'document_not_deleted');
    expect((await send('DELETE', path)).json.is_deleted).toBe(true);
    expectError(await send('PUT', path, { record }), 409, 'document_deleted');
    const restored = await send('POST', `${path}/restore`);
    expect([restored.status, restored.json.document_id]).toEqual([200, created.json.index.document_id]);
    await send('DELETE', path);
    expect((await send('DELETE', `${path}?purge=true`)).status).toBe(200);
    expectError(await send('GET', path), 404, 'not_found');
    expectError(await send('POST', `${path}/purge`), 404, 'not_found');
    const another = (await send('POST', `/v1/${resource}`, { security_group_id, record })).json.index;
    const other = `/v1/${resource}/${another.document_id}`;
    expectError(await send('POST', `${other}/purge`), 409, 'document_not_deleted');
    const trashed = (await send('DELETE', other)).json;
    const purged = await send('POST', `${other}/purge`);
    expect([purged.status, purged.json]).toEqual([200, trashed]);
    expectError(await send('GET', other), 404, 'not_found');
  });

  test('drafts, versions and copies', async () => {
    const { security_group_id } = vault;
    const record = resource === 'patients' ? { legal_name: 'Bo' } : { title: 'Bo' };
    const created = await send('POST', `/v1/${resource}`, { security_group_id, record });
    const path = `/v1/${resource}/${created.json.index.document_id}`;
    expectError(await send('GET', `${path}/draft`), 404, 'not_found');
    const body = { record, base_version_id: created.json.version_id };
    expect((await send('PUT', `${path}/draft`, body)).json.draft_rev).toBe('1');
    const conflict = await send('PUT', `${path}/draft`, { ...body, expected_draft_rev: '7' });
    expectError(conflict, 409, 'draft_conflict');
    expect(conflict.headers['x-latest-draft-rev']).toBe('1');
    expect((await send('GET', `${path}/draft`)).json.record).toMatchObject(record);
    expect((await send('GET', `${path}?include_draft=true`)).json.draft_rev).toBe('1');
    expect((await send('DELETE', `${path}/draft`)).json.draft_rev).toBe('1');
    expect((await send('GET', `${path}/drafts`)).json.items).toHaveLength(1);
    expect((await send('GET', `${path}/drafts/1`)).json.record).toMatchObject(record);
    expectError(await send('GET', `${path}/drafts/0`), 422, 'invalid_request');
    expectError(await send('GET', `${path}/drafts/2`), 404, 'not_found');
    expect((await send('GET', `${path}/versions`)).json.items).toHaveLength(1);
    const copy = await send('POST', `${path}/copy`, { security_group_id });
    expect(copy.status).toBe(201);
    expect(copy.json.record).toEqual(created.json.record);
    await send('PUT', `${path}/draft`, body);
    await send('DELETE', path);
    expectError(await send('POST', `${path}/copy`, { security_group_id }), 409, 'document_deleted');
    expectError(await send('DELETE', `${path}/draft`), 409, 'document_deleted');
  });
});

describe('a request that is not right', () => {
  test('is refused with 422 and changes nothing', async () => {
    const { security_group_id } = vault;
    const { id } = await makePatient();
    const record = { legal_name: 'Anna' };
    const cases: [Method, string, unknown?][] = [
      ['GET', '/v1/patients/not-an-id'],
      ['GET', `/v1/patients/${id.toUpperCase()}`],
      ['GET', `/v1/patients/${id}?version_id=x`],
      ['GET', `/v1/patients/${id}?unknown=1`],
      ['GET', '/v1/patients?cursor=AAAA'],
      ['GET', '/v1/patients?limit=0'],
      ['GET', '/v1/patients?limit=201'],
      ['GET', '/v1/patients?modality=CT'],
      ['GET', '/v1/patients?sort=name'],
      ['GET', '/v1/exams?exam_date_from=2026-13-01'],
      ['PUT', `/v1/patients/${id}`, {}],
      ['PUT', `/v1/patients/${id}`, { record, extra: 1 }],
      ['PUT', `/v1/patients/${id}`, { record: { ...record, extra: 1 } }],
      ['PUT', `/v1/patients/${id}`, { record, expected_latest_version_id: 'latest' }],
      ['PUT', `/v1/patients/${id}`, { record: { legal_name: 'x'.repeat(301) } }],
      ['PUT', `/v1/patients/${id}`, { record: { legal_name: 17 } }],
      ['PUT', `/v1/patients/${id}`, { record, tags: 'urgent' }],
      ['POST', '/v1/patients', { record }],
      ['POST', '/v1/patients', { security_group_id, record, patient_id: null }],
      ['POST', '/v1/exams', { security_group_id, record: {}, patient_id: UNKNOWN_ID }],
      ['POST', `/v1/patients/${id}/archive`, { now: true }],
    ];
    for (const [method, path, body] of cases) {
      const answer = await send(method, path, body);
      expect([path, answer.status, answer.json.error?.code]).toEqual([path, 422, 'invalid_request']);
    }
    expect((await send('GET', `/v1/patients/${id}`)).json.index.meta.seq).toBe(1);
  });

  test('is looked at before existence, role and state: 422 for a document that is not there, or in the trash', async () => {
    const { security_group_id } = vault;
    const { id } = await makePatient();
    await send('DELETE', `/v1/patients/${id}`);
    const key = { 'idempotency-key': 'order-of-checks' };
    const made = { security_group_id, record: { legal_name: 'Anna' } };
    expect((await send('POST', '/v1/patients', made, key)).status).toBe(201);
    const impossible = { birth_date: '2026-02-30' };
    const cases = [
      await send('POST', '/v1/patients', { security_group_id: UNKNOWN_ID, record: {} }),
      await send('POST', '/v1/patients', { security_group_id, record: {} }, key),
      await send('PUT', `/v1/patients/${UNKNOWN_ID}`, { record: {} }),
      await send('PUT', `/v1/patients/${id}`, { record: { legal_name: ' ' } }),
      await send('PUT', `/v1/patients/${id}/draft`, { record: impossible, base_version_id: null }),
      await send('PUT', `/v1/exams/${UNKNOWN_ID}`, { record: { exam_date: 'soon' } }),
      await send('PUT', `/v1/exams/${UNKNOWN_ID}`, { record: { report_lexical: '{}' } }),
      await send('PUT', `/v1/exams/${UNKNOWN_ID}/draft`, {
        record: { report_lexical: '{}' },
        base_version_id: null,
      }),
      await send('POST', '/v1/exams', { security_group_id: UNKNOWN_ID, record: { report_lexical: '{}' } }),
    ];
    for (const answer of cases) expectError(answer, 422, 'invalid_request');
  });

  test('of an unknown document answers 404, of an unknown group 403', async () => {
    const record = { legal_name: 'Anna' };
    expectError(await send('GET', `/v1/patients/${UNKNOWN_ID}`), 404, 'not_found');
    expectError(await send('PUT', `/v1/patients/${UNKNOWN_ID}`, { record }), 404, 'not_found');
    const foreign = { security_group_id: UNKNOWN_ID, record };
    expectError(await send('POST', '/v1/patients', foreign), 403, 'permission_denied');
    const list = await send('GET', `/v1/patients?security_group_id=${UNKNOWN_ID}`);
    expectError(list, 403, 'permission_denied');
  });
});

describe('PUT with an expected version', () => {
  test('names the latest one in a header when it is another', async () => {
    const { id, version } = await makePatient();
    const save = () =>
      send('PUT', `/v1/patients/${id}`, { record: { legal_name: 'A' }, expected_latest_version_id: version });
    const second = await save();
    const conflict = await save();
    expectError(conflict, 409, 'version_conflict');
    expect(conflict.headers['x-latest-version-id']).toBe(second.json.version_id);
  });
});

describe('Idempotency-Key', () => {
  test('answers the same document again, and refuses another body', async () => {
    const { security_group_id } = vault;
    const headers = { 'idempotency-key': 'create-anna-once' };
    const body = { security_group_id, record: { legal_name: 'Anna Once' } };
    const first = await send('POST', '/v1/patients', body, headers);
    const again = await send('POST', '/v1/patients', body, headers);
    expect([again.status, again.json]).toEqual([201, first.json]);
    const other = { ...body, record: { legal_name: 'Anna Twice' } };
    expectError(await send('POST', '/v1/patients', other, headers), 409, 'replay');
    expect((await send('GET', '/v1/patients?q=once')).json.items).toHaveLength(1);
  });

  test('answers a repeated restore instead of failing it', async () => {
    const { id } = await makePatient();
    await send('DELETE', `/v1/patients/${id}`);
    const headers = { 'idempotency-key': 'restore-it-once' };
    const first = await send('POST', `/v1/patients/${id}/restore`, undefined, headers);
    const again = await send('POST', `/v1/patients/${id}/restore`, undefined, headers);
    expect([again.status, again.json]).toEqual([200, first.json]);
  });
});

describe('PUT /v1/exams/{exam_id}/patient', () => {
  test('answers the index with the new link', async () => {
    const { security_group_id } = vault;
    const { id: patient_id } = await makePatient();
    const exam = await send('POST', '/v1/exams', { security_group_id, record: { title: 'CT' } });
    const path = `/v1/exams/${exam.json.index.document_id}/patient`;
    const linked = await send('PUT', path, { patient_id });
    expect([linked.status, linked.json.meta.patient_id]).toEqual([200, patient_id]);
    expectError(await send('PUT', path, { patient_id: UNKNOWN_ID }), 422, 'invalid_request');
    await send('DELETE', `/v1/patients/${patient_id}`);
    expectError(await send('DELETE', `/v1/patients/${patient_id}?purge=true`), 409, 'has_dependents');
  });
});
