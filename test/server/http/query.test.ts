import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

let vault: InitialisedServer;
beforeAll(async () => {
  vault = await startInitialisedServer();
});
afterAll(() => vault.stop());

const get = (path: string, token: string | undefined = vault.token) =>
  vault.desktop.send(path, token === undefined ? {} : { token });

async function expectInvalid(path: string, message: RegExp) {
  const answer = await get(path);
  expect(answer.status, path).toBe(422);
  expect(answer.json.error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  });
}

describe('query', () => {
  test('numbers and booleans are read from text', async () => {
    expect((await get('/v1/patients?limit=5&has_draft=false')).status).toBe(200);
  });

  test('wrong types, unknown fields, repeated fields and values out of range answer 422', async () => {
    await expectInvalid('/v1/patients?limit=five', /^query\/limit must be integer/);
    await expectInvalid('/v1/patients?limit=', /^query\/limit must be integer/);
    for (const text of ['1e1', '0x10', '5.0', '%205', '+5', '5n', 'Infinity'])
      await expectInvalid(`/v1/patients?limit=${text}`, /^query\/limit must be integer/);
    for (const text of ['1', 'TRUE', '', 'null'])
      await expectInvalid(`/v1/patients?has_draft=${text}`, /^query\/has_draft must be boolean/);
    await expectInvalid('/v1/patients?limit=0', /^query\/limit must be >= 1/);
    await expectInvalid('/v1/patients?limit=201', /^query\/limit must be <= 200/);
    await expectInvalid('/v1/patients?limit=5&limit=6', /^query\/limit must be integer/);
    await expectInvalid('/v1/patients?has_draft=maybe', /^query\/has_draft must be boolean/);
    await expectInvalid('/v1/patients?colour=red', /^query has a field that is not known here/);
    await expectInvalid('/v1/patients?state=lost', /^query\/state must be one of: \["active"/);
    await expectInvalid('/v1/patients?q=a&q=b', /^query\/q must be string/);
    await expectInvalid('/v1/patients?__proto__=1', /^query has a field that is not known here/);
    await expectInvalid('/v1/patients?modality=CT', /^query has a field that is not known here/);
  });
});

describe('path', () => {
  test('a malformed id answers 422, an unknown one 404', async () => {
    await expectInvalid('/v1/patients/7', /^path\/patient_id is malformed \(UUID version 7/);
    await expectInvalid(
      `/v1/patients/${'x'.repeat(5000)}`,
      /^path\/patient_id is malformed \(UUID version 7/,
    );
    await expectInvalid('/v1/patients/%F0%9F%92%A9', /^path\/patient_id is malformed \(UUID version 7/);
    const unknown = await get('/v1/patients/01900000-0000-7000-8000-000000000000');
    expect(unknown.json.error.code).toBe('not_found');
  });
});

describe('order of checks', () => {
  test('the session comes before parameters and body', async () => {
    const answer = await get('/v1/patients/7?colour=red', '');
    expect(answer.status).toBe(401);
    const posted = await vault.desktop.send('/v1/patients', { method: 'POST', body: '{', token: 'nonsense' });
    expect(posted.json.error.code).toBe('session_rejected');
  });

  test('no bearer is session_required, a bearer that is no token of ours session_rejected', async () => {
    const { json } = await vault.desktop.send('/v1/patients');
    expect(json.error.code).toBe('session_required');
    for (const [authorization, code] of [
      ['', 'session_required'],
      ['Basic abc', 'session_required'],
      ['Bearer', 'session_required'],
      ['Bearer two words', 'session_rejected'],
      ['Bearer AAAA', 'session_rejected'],
    ] as const) {
      const answer = await vault.desktop.send('/v1/patients', { headers: { authorization } });
      expect([answer.status, answer.json.error.code], authorization).toEqual([401, code]);
    }
  });
});
