import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS } from '#contract/errors/error-codes.ts';
import { createClient } from '#sdk/client.ts';
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  AuthenticationError,
  ConflictError,
  VaultApiError,
} from '#sdk/errors.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { makeCertificates } from '#test/support/sdk-certificates.ts';
import {
  errorBody,
  type FakeVault,
  type ScriptedAnswer,
  startFakeVault,
} from '#test/support/sdk-fake-server.ts';
import { clientOf, ID } from './fake-client.ts';

let vault: FakeVault;
let answer: ScriptedAnswer = {};

beforeAll(async () => {
  vault = await startFakeVault(() => answer);
});
afterAll(() => vault.close());

async function failure(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('This should have failed.');
}

describe('errors of answers', () => {
  test.each(Object.entries(ERROR_STATUS))(
    '%s arrives as a typed error with status %i',
    async (code, status) => {
      answer = { status, body: errorBody(code, 'what to do') };
      const client = clientOf(vault, { retry: { maxRetries: 0 } });
      const error = await failure(client.patients.get(ID));
      expect(error).toBeInstanceOf(VaultApiError);
      expect(error).toMatchObject({
        code,
        status,
        message: 'what to do',
        trace_id: 'trace-1',
        request_id: 'request-1',
      });
      expect(error instanceof AuthenticationError).toBe(status === 401);
      expect(error instanceof ConflictError).toBe(status === 409);
      await client.close();
    },
  );

  test('a version conflict says which version is the latest', async () => {
    answer = { status: 409, headers: { 'x-latest-version-id': ID }, body: errorBody('version_conflict') };
    const error = await failure(clientOf(vault).patients.get(ID));
    expect(error).toMatchObject({ latest_version_id: ID, latest_draft_rev: undefined });
  });

  test('a draft conflict says which revision is the latest', async () => {
    answer = { status: 409, headers: { 'x-latest-draft-rev': '7' }, body: errorBody('draft_conflict') };
    const error = await failure(clientOf(vault).patients.draft.get(ID));
    expect(error).toMatchObject({ latest_draft_rev: '7', latest_version_id: undefined });
  });

  test('a null trace id is absent', async () => {
    answer = { status: 404, body: errorBody('not_found', 'gone', null) };
    expect(await failure(clientOf(vault).patients.get(ID))).toHaveProperty('trace_id', undefined);
  });

  test.each([
    ['an error that is not ours', { status: 500, body: '<html>proxy</html>' }],
    ['an error body without a code', { status: 404, body: { error: 'no' } }],
    ['a redirect', { status: 302, headers: { location: 'https://example.org/' }, body: {} }],
    ['a success that is no JSON', { status: 200, body: 'hello' }],
  ])('%s is a protocol error with status 502', async (_name, scripted) => {
    answer = scripted;
    const error = await failure(clientOf(vault, { retry: { maxRetries: 0 } }).patients.get(ID));
    expect(error).toBeInstanceOf(VaultApiError);
    expect(error).toMatchObject({ code: 'protocol_error', status: 502 });
  });
});

describe('errors of connections', () => {
  test('a port nobody listens on is a connection error that names the address', async () => {
    const { ca, client } = vault.certificates;
    const lost = createClient({
      transport: nodeTransport({ baseUrl: 'https://127.0.0.1:9', ca, ...client }),
      session_token: 'bearer',
      retry: { baseDelayMs: 1 },
    });
    const error = await failure(lost.vault.get());
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({ unsent: true, message: expect.stringContaining('https://127.0.0.1:9') });
  });

  test('a server of another CA is refused at once and without a retry', async () => {
    const other = await makeCertificates();
    const client = createClient({
      transport: nodeTransport({ baseUrl: vault.url, ca: other.ca, ...other.client }),
      session_token: 'bearer',
    });
    const before = vault.requests.length;
    const error = await failure(client.vault.get());
    expect(error).toMatchObject({ name: 'APIConnectionError', permanent: true });
    expect(vault.requests.length).toBe(before);
  });

  test('no answer in time is a time-out', async () => {
    answer = { hang: true };
    const error = await failure(clientOf(vault).patients.get(ID, {}, { timeoutMs: 50, maxRetries: 0 }));
    expect(error).toBeInstanceOf(APIConnectionTimeoutError);
    expect(error).toBeInstanceOf(APIConnectionError);
  });

  test('the caller’s abort is told from a time-out', async () => {
    answer = { hang: true };
    const aborter = new AbortController();
    const pending = failure(clientOf(vault).patients.get(ID, {}, { signal: aborter.signal }));
    setTimeout(() => aborter.abort(), 30);
    expect(await pending).toBeInstanceOf(APIUserAbortError);
  });

  test('a signal that has fired already sends nothing', async () => {
    answer = { body: {} };
    const before = vault.requests.length;
    const error = await failure(clientOf(vault).patients.get(ID, {}, { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(APIUserAbortError);
    expect(vault.requests.length).toBe(before);
  });
});
