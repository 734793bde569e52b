import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APIUserAbortError, VaultApiError } from '#sdk/errors.ts';
import { retryDelayMs } from '#sdk/http/retry.ts';
import {
  errorBody,
  type FakeVault,
  type ScriptedAnswer,
  startFakeVault,
} from '#test/support/sdk-fake-server.ts';
import { clientOf, ID, OTHER_ID } from './fake-client.ts';

let vault: FakeVault;
let script: (count: number) => ScriptedAnswer;

beforeEach(async () => {
  vault = await startFakeVault(({ count }) => script(count));
});
afterEach(() => vault.close());

const alwaysFails =
  (status: number, code: string, headers = {}) =>
  () => ({ status, headers, body: errorBody(code) });
const record = { display_name: 'A. Example' };
const group = { security_group_id: ID, record };

const CALLS = {
  GET: (client: ReturnType<typeof clientOf>) => client.patients.get(ID),
  DELETE: (client: ReturnType<typeof clientOf>) => client.patients.delete(ID),
  'PUT without a condition': (client: ReturnType<typeof clientOf>) =>
    client.patients.update(ID, { record, expected_latest_version_id: null }),
  'POST with an idempotency key': (client: ReturnType<typeof clientOf>) => client.patients.create(group),
} as const;

const ONCE_ONLY = {
  'PUT on a condition': (client: ReturnType<typeof clientOf>) =>
    client.patients.update(ID, { record, expected_latest_version_id: OTHER_ID }),
  'POST without an idempotency key': (client: ReturnType<typeof clientOf>) =>
    client.session.renewRecoveryKey(),
  purge: (client: ReturnType<typeof clientOf>) => client.patients.purge(ID),
} as const;

describe('retries', () => {
  test.each(Object.entries(CALLS))('%s is tried again after 502', async (_name, call) => {
    script = alwaysFails(502, 'protocol_error');
    await expect(call(clientOf(vault))).rejects.toMatchObject({ status: 502 });
    expect(vault.requests.length).toBe(4);
  });

  test.each(Object.entries(CALLS))('%s is tried again after a broken connection', async (_name, call) => {
    script = (count) => (count < 3 ? { drop: true } : { body: { ok: true } });
    await expect(call(clientOf(vault))).resolves.toEqual({ ok: true });
    expect(vault.requests.length).toBe(3);
  });

  test.each(Object.entries(ONCE_ONLY))('%s is sent once when the outcome is unknown', async (_name, call) => {
    script = () => ({ drop: true });
    await expect(call(clientOf(vault))).rejects.toMatchObject({ name: 'APIConnectionError' });
    expect(vault.requests.length).toBe(1);
  });

  test.each(Object.entries(ONCE_ONLY))('%s is sent once when a 502 comes back', async (_name, call) => {
    script = alwaysFails(502, 'protocol_error');
    await expect(call(clientOf(vault))).rejects.toMatchObject({ status: 502 });
    expect(vault.requests.length).toBe(1);
  });

  test.each([...Object.entries(CALLS), ...Object.entries(ONCE_ONLY)])(
    '%s is tried again after 429',
    async (_name, call) => {
      script = (count) => (count === 1 ? alwaysFails(429, 'rate_limited')() : { body: { ok: true } });
      await expect(call(clientOf(vault))).resolves.toEqual({ ok: true });
      expect(vault.requests.length).toBe(2);
    },
  );

  test.each([
    [409, 'version_conflict'],
    [409, 'replay'],
    [500, 'crypto_error'],
    [400, 'malformed_request'],
    [402, 'insufficient_credit'],
    [403, 'permission_denied'],
    [404, 'not_found'],
    [422, 'invalid_request'],
  ])('%i %s is never tried again', async (status, code) => {
    script = alwaysFails(status, code);
    for (const call of Object.values(CALLS))
      await expect(call(clientOf(vault))).rejects.toMatchObject({ status });
    expect(vault.requests.length).toBe(Object.keys(CALLS).length);
  });

  test('every repetition of a POST carries the same idempotency key, every new call another', async () => {
    script = (count) => (count < 3 ? { drop: true } : { body: {} });
    const client = clientOf(vault);
    await client.patients.create(group);
    await client.patients.create(group);
    const keys = vault.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('maxRetries 0 sends once', async () => {
    script = alwaysFails(502, 'protocol_error');
    await expect(clientOf(vault).patients.get(ID, {}, { maxRetries: 0 })).rejects.toThrow();
    expect(vault.requests.length).toBe(1);
  });

  test('a Retry-After beyond half a minute is left to the caller', async () => {
    script = alwaysFails(429, 'rate_limited', { 'retry-after': '31' });
    await expect(clientOf(vault).patients.get(ID)).rejects.toMatchObject({ retry_after: 31 });
    expect(vault.requests.length).toBe(1);
  });

  test('an abort ends the pause between attempts', async () => {
    const aborter = new AbortController();
    script = () => {
      setTimeout(() => aborter.abort(), 50);
      return alwaysFails(429, 'rate_limited', { 'retry-after': '20' })();
    };
    const pending = clientOf(vault).patients.get(ID, {}, { signal: aborter.signal });
    await expect(pending).rejects.toBeInstanceOf(APIUserAbortError);
    expect(vault.requests.length).toBe(1);
  });
});

describe('retryDelayMs', () => {
  const policy = { maxRetries: 3, baseDelayMs: 100, maxDelayMs: 300 };

  test('is random below a ceiling that doubles up to the maximum', () => {
    for (const [attempt, ceiling] of [
      [1, 100],
      [2, 200],
      [3, 300],
      [9, 300],
    ] as const) {
      const delays = Array.from({ length: 50 }, () => retryDelayMs(undefined, attempt, policy));
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...delays)).toBeLessThanOrEqual(ceiling);
      expect(new Set(delays).size).toBeGreaterThan(1);
    }
  });

  test('is never less than Retry-After', () => {
    const error = new VaultApiError({ code: 'rate_limited', message: 'slow', status: 429, retry_after: 2 });
    expect(retryDelayMs(error, 1, policy)).toBeGreaterThanOrEqual(2000);
  });
});
