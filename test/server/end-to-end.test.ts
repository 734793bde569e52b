import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { multipartBody } from '#test/support/multipart.ts';
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

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  vault.desktop.send(path, { method, headers, token: vault.token, ...(body === undefined ? {} : { body }) });

async function createPatient(display_name: string) {
  const created = await send('POST', '/v1/patients', {
    security_group_id: vault.security_group_id,
    record: { display_name, birth_date: '1961-05-04' },
  });
  expect(created.status).toBe(201);
  return created.json;
}

describe('the whole vault over its socket', () => {
  test('a patient is created, read, listed, found, changed, archived, trashed, restored and purged', async () => {
    const created = await createPatient('Zoë Ångström');
    const id = created.index.document_id;
    const read = await send('GET', `/v1/patients/${id}`);
    expect(read.json).toEqual(created);
    expect(read.json.record).toMatchObject({
      legal_name: 'Zoë Ångström',
      birth_date: '1961-05-04T00:00:00.000Z',
    });

    const found = await send('GET', '/v1/patients?q=angs&limit=10');
    expect(
      found.json.items.map((item: { index: { document_id: string } }) => item.index.document_id),
    ).toEqual([id]);

    const first = created.version_id;
    const body = { record: { display_name: 'Zoë A.' }, expected_latest_version_id: first };
    const updated = await send('PUT', `/v1/patients/${id}`, body);
    expect(updated.status).toBe(200);
    const conflict = await send('PUT', `/v1/patients/${id}`, body);
    expect(conflict.status).toBe(409);
    expect(conflict.json.error.code).toBe('version_conflict');
    expect(conflict.headers['x-latest-version-id']).toBe(updated.json.version_id);
    const old = await send('GET', `/v1/patients/${id}?version_id=${first}`);
    expect(old.json.record.display_name).toBe('Zoë Ångström');

    expect((await send('POST', `/v1/patients/${id}/archive`)).json.is_archived).toBe(true);
    expect((await send('POST', `/v1/patients/${id}/unarchive`)).json.is_archived).toBe(false);
    expect((await send('DELETE', `/v1/patients/${id}`)).json.is_deleted).toBe(true);
    expect((await send('POST', `/v1/patients/${id}/restore`)).json.is_deleted).toBe(false);
    await send('DELETE', `/v1/patients/${id}`);
    expect((await send('DELETE', `/v1/patients/${id}?purge=true`)).status).toBe(200);
    expect((await send('GET', `/v1/patients/${id}`)).status).toBe(404);
  });

  test('an exam carries its report in both forms and links to its patient', async () => {
    const patient = await createPatient('Exam Patient');
    const exam = await send('POST', '/v1/exams', {
      security_group_id: vault.security_group_id,
      patient_id: patient.index.document_id,
      record: { title: 'CT thorax', modality: 'CT', report_html: '<p>No <b>nodules</b>.</p>' },
    });
    expect(exam.status).toBe(201);
    expect(exam.json.summary.patient_name).toBe('Exam Patient');
    expect(JSON.parse(exam.json.record.report_lexical).root.children.length).toBeGreaterThan(0);
    expect(exam.json.record.report_html).toContain('nodules');
  });

  test('a file is uploaded, read back whole and in ranges, and found under its exam', async () => {
    const exam = await send('POST', '/v1/exams', {
      security_group_id: vault.security_group_id,
      record: { title: 'MR knee' },
    });
    const content = Buffer.alloc(300_000, 'DICOM-ish bytes ');
    const form = multipartBody([
      { name: 'exam_id', content: exam.json.index.document_id },
      { name: 'file', filename: 'knee.dat', content },
    ]);
    const drive = `/v1/drives/${vault.security_group_id}/nodes`;
    const node = await send('POST', drive, form.body, form.headers);
    expect(node.status).toBe(201);
    expect(node.json).toMatchObject({ name: 'knee.dat', status: 'ready', size: content.length });
    const whole = await send('GET', `${drive}/${node.json.node_id}/content`);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(whole.bytes)).toBe(hash(content));
    const part = await send('GET', `${drive}/${node.json.node_id}/content`, undefined, {
      range: 'bytes=16380-16399',
    });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(content.subarray(16380, 16400));
    const listed = await send('GET', `${drive}?exam_id=${exam.json.index.document_id}`);
    expect(listed.json.items).toHaveLength(1);
  });

  test('an SDK credential opens its own session with its own certificate', async () => {
    const credential = await send('POST', '/v1/credentials', {
      name: 'Report robot',
      groups: [{ security_group_id: vault.security_group_id, role: 'viewer' }],
    });
    expect(credential.status).toBe(201);
    const { createRawClient } = await import('#test/support/client.ts');
    const robot = createRawClient(vault.server.url, vault.ca, {
      cert: credential.json.certificate_pem,
      key: credential.json.private_key_pem,
    });
    const opened = await robot.send('/v1/session', {
      method: 'POST',
      body: { token: credential.json.token },
    });
    expect(opened.json.session.principal.kind).toBe('sdk');
    const token = opened.json.session_token;
    expect((await robot.send('/v1/patients', { token })).status).toBe(200);
    const stolen = await vault.desktop.send('/v1/patients', { token });
    expect(stolen.status).toBe(401);
    expect(stolen.json.error.code).toBe('session_rejected');
    robot.close();
  });

  test('everything is there again after a restart, and the session is not', async () => {
    const patient = await createPatient('Kept Safely');
    const lasting = await startInitialisedServer();
    const { json: made } = await lasting.desktop.send('/v1/templates', {
      method: 'POST',
      token: lasting.token,
      body: { security_group_id: lasting.security_group_id, record: { title: 'Normal chest' } },
    });
    lasting.desktop.close();
    await lasting.server.close();
    const { dataDir, stateDir } = lasting;
    const { startTestServer } = await import('#test/support/start-tls-server.ts');
    const again = await startTestServer({ dataDir, stateDir });
    const path = `/v1/templates/${made.index.document_id}`;
    expect((await again.desktop.send(path, { token: lasting.token })).json.error.code).toBe(
      'session_rejected',
    );
    const opened = await again.desktop.send('/v1/session', {
      method: 'POST',
      body: { passphrase: PASSPHRASE },
    });
    const read = await again.desktop.send(path, { token: opened.json.session_token });
    expect(read.json.record.title).toBe('Normal chest');
    await again.stop();
    await lasting.stop();
    expect((await send('GET', `/v1/patients/${patient.index.document_id}`)).status).toBe(200);
  });
});
