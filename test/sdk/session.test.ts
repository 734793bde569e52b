import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  errorBody,
  type FakeVault,
  type ScriptedAnswer,
  type SeenRequest,
  startFakeVault,
} from '#test/support/sdk-fake-server.ts';
import { clientOf, ID } from './fake-client.ts';

let vault: FakeVault;
let opened: number;
let onRequest: (request: SeenRequest) => ScriptedAnswer;

beforeEach(async () => {
  opened = 0;
  vault = await startFakeVault((request) => {
    if (request.method !== 'POST' || request.path !== '/v1/session') return onRequest(request);
    opened += 1;
    return { status: 201, body: { session_token: `bearer-${opened}`, session: {} } };
  });
});
afterEach(() => vault.close());

const bearers = () =>
  vault.requests.filter(({ path }) => path !== '/v1/session').map(({ headers }) => headers.authorization);
const refuse = (code: string): ScriptedAnswer => ({ status: 401, body: errorBody(code) });

describe('a client with a credential token', () => {
  test('opens its session when the first request needs it, once for all of them', async () => {
    onRequest = () => ({ body: {} });
    const client = clientOf(vault, { token: ' srv1.token \n' });
    expect(opened).toBe(0);
    await Promise.all([client.patients.get(ID), client.exams.get(ID), client.settings.get()]);
    expect(opened).toBe(1);
    expect(JSON.parse(vault.requests[0]?.body.toString() ?? '')).toEqual({ token: 'srv1.token' });
    expect(new Set(bearers())).toEqual(new Set(['Bearer bearer-1']));
  });

  test('needs none for what a certificate alone may do', async () => {
    onRequest = () => ({ body: {} });
    await clientOf(vault, { token: 'srv1.token' }).vault.get();
    expect(opened).toBe(0);
    expect(bearers()).toEqual([undefined]);
  });

  test.each(['session_expired', 'session_locked', 'session_rejected'])(
    're-opens it once on %s',
    async (code) => {
      onRequest = ({ headers }) =>
        headers.authorization === 'Bearer bearer-1' ? refuse(code) : { body: { ok: true } };
      const client = clientOf(vault, { token: 'srv1.token' });
      await expect(client.patients.create({ security_group_id: ID, record: {} })).resolves.toEqual({
        ok: true,
      });
      expect(opened).toBe(2);
      const keys = vault.requests
        .filter(({ path }) => path === '/v1/patients')
        .map(({ headers }) => headers['idempotency-key']);
      expect(keys[0]).toBe(keys[1]);
    },
  );

  test('gives up when the fresh session is refused too', async () => {
    onRequest = () => refuse('session_expired');
    await expect(clientOf(vault, { token: 'srv1.token' }).patients.get(ID)).rejects.toMatchObject({
      code: 'session_expired',
    });
    expect(opened).toBe(2);
  });

  test('gives up where the session cannot be opened, without beginning anew for the request', async () => {
    const dead = await startFakeVault(() => ({ drop: true }));
    await expect(clientOf(dead, { token: 'srv1.token' }).patients.get(ID)).rejects.toMatchObject({
      name: 'APIConnectionError',
    });
    expect(dead.requests.map(({ path }) => path)).toEqual(Array(4).fill('/v1/session'));
    await dead.close();
  });

  test('does not re-open on any other 401', async () => {
    onRequest = () => refuse('client_certificate_required');
    await expect(clientOf(vault, { token: 'srv1.token' }).patients.get(ID)).rejects.toThrow();
    expect(opened).toBe(1);
  });

  test('stays locked after its own lock, until it is opened again', async () => {
    onRequest = ({ path }) =>
      path === '/v1/session/lock' ? { body: { state: 'locked' } } : refuse('session_locked');
    const client = clientOf(vault, { token: 'srv1.token' });
    await client.session.lock();
    await expect(client.patients.get(ID)).rejects.toMatchObject({ code: 'session_locked' });
    expect(opened).toBe(1);
    onRequest = () => ({ body: {} });
    await client.session.open({ token: 'srv1.token' });
    await client.patients.get(ID);
    expect(bearers().at(-1)).toBe('Bearer bearer-2');
  });
});

describe('a client with a person’s session', () => {
  test('goes on over another connection after its lock: the vault ends the one of before', async () => {
    onRequest = () => ({ body: {} });
    const client = clientOf(vault);
    await client.patients.get(ID);
    await client.patients.get(ID);
    await client.session.lock();
    await client.session.open({ passphrase: 'nine lanterns under ice' });
    await client.patients.get(ID);
    const [first, second, lock, ...since] = vault.requests.map(({ port }) => port);
    for (const before of [first, second, lock]) expect(since).not.toContain(before);
    expect(since).toHaveLength(2);
    await client.close();
  });

  test('never re-opens it', async () => {
    onRequest = () => refuse('session_expired');
    await expect(clientOf(vault).patients.get(ID)).rejects.toMatchObject({ code: 'session_expired' });
    expect(opened).toBe(0);
  });

  test('uses the session it opened from then on', async () => {
    onRequest = () => ({ body: {} });
    const client = clientOf(vault);
    await client.session.open({ passphrase: 'correct horse battery staple' });
    await client.patients.get(ID);
    expect(bearers()).toEqual(['Bearer bearer-1']);
  });
});
