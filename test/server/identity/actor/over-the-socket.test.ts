import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { SETTINGS_ROUTES } from '#contract/access/settings-routes.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { createRawClient, type JsonValue, type RawClient, type RawResponse } from '#test/support/client.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';
const NEW_PASSPHRASE = 'marble cactus anthem 9 window';

let vault: InitialisedServer;
const clients: RawClient[] = [];
beforeAll(async () => {
  vault = await startInitialisedServer();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await vault.stop();
});

interface Sending {
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly client?: RawClient;
}

/** Sends a request to a route and validates the response against its schema. */
async function call(route: RouteDefinition, path: string, sending: Sending = {}): Promise<RawResponse> {
  const { body, token = vault.token, headers = {}, client = vault.desktop } = sending;
  const answer = await client.send(path, {
    method: route.method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(token === null ? {} : { token }),
  });
  if (answer.status < 300) {
    expect(answer.status).toBe(route.success);
    if (route.response) expect(Value.Errors(route.response, answer.json)).toEqual([]);
  }
  return answer;
}

function errorOf({ status, json }: RawResponse): [number, string] {
  return [status, json?.error?.code];
}

const open = (body: unknown, client = vault.desktop) =>
  call(ACCESS_ROUTES.openSession, '/v1/session', { body, token: null, client });

async function issue(role: string, name = 'script'): Promise<{ made: JsonValue; client: RawClient }> {
  const { json: made } = await call(ACCESS_ROUTES.createCredential, '/v1/credentials', {
    body: { name, groups: [{ security_group_id: vault.security_group_id, role }] },
  });
  const identity = { cert: made.certificate_pem, key: made.private_key_pem };
  const client = createRawClient(vault.server.url, made.ca_pem, identity);
  clients.push(client);
  return { made, client };
}

describe('the vault', () => {
  test('tells its state to any certificate and is made only once', async () => {
    const state = await call(ACCESS_ROUTES.getVault, '/v1/vault', { token: null });
    expect(state.json).toMatchObject({ state: 'ready', persons: [{ display_name: 'Dr. Test' }] });
    const body = { name: 'x', owner: { display_name: 'y' }, passphrase: PASSPHRASE };
    expect(errorOf(await call(ACCESS_ROUTES.initVault, '/v1/vault', { body, token: null }))).toEqual([
      409,
      'already_initialized',
    ]);
  });
});

describe('sessions', () => {
  test('answer each refusal with its own code', async () => {
    expect(errorOf(await call(ACCESS_ROUTES.getSession, '/v1/session', { token: null }))).toEqual([
      401,
      'session_required',
    ]);
    expect(errorOf(await call(ACCESS_ROUTES.getSession, '/v1/session', { token: 'unknown' }))).toEqual([
      401,
      'session_rejected',
    ]);
    expect(errorOf(await open({}))).toEqual([422, 'invalid_request']);
    expect(errorOf(await open({ passphrase: 'x', extra: 1 }))).toEqual([422, 'invalid_request']);
    expect(errorOf(await open({ recovery_key: 'nonsense' }))).toEqual([401, 'credential_rejected']);
  });

  test('are bound to the certificate they were opened with', async () => {
    const { made, client } = await issue('editor');
    const opened = await open({ token: made.token }, client);
    const token: string = opened.json.session_token;
    expect(opened.json.session).toMatchObject({ client_cn: made.client_cn, principal: { kind: 'sdk' } });
    expect((await call(ACCESS_ROUTES.getSession, '/v1/session', { token, client })).status).toBe(200);
    expect(errorOf(await call(ACCESS_ROUTES.getSession, '/v1/session', { token }))).toEqual([
      401,
      'session_rejected',
    ]);
  });

  test('lock with an empty body, stay readable, and refuse the rest', async () => {
    const { json } = await open({ passphrase: PASSPHRASE });
    const token: string = json.session_token;
    const locked = await call(ACCESS_ROUTES.lockSession, '/v1/session/lock', { token });
    expect(locked.json).toMatchObject({ state: 'locked', session_id: json.session.session_id });
    expect((await call(ACCESS_ROUTES.getSession, '/v1/session', { token })).json.state).toBe('locked');
    for (const path of ['/v1/groups', '/v1/patients', '/v1/settings']) {
      expect(errorOf(await vault.desktop.send(path, { token }))).toEqual([401, 'session_locked']);
    }
    expect((await call(ACCESS_ROUTES.lockSession, '/v1/session/lock', { token, body: {} })).status).toBe(200);
    const bad = { token, body: { all: 'yes' } };
    expect(errorOf(await call(ACCESS_ROUTES.lockSession, '/v1/session/lock', bad))).toEqual([
      422,
      'invalid_request',
    ]);
  });

  test('refuse guessing with 429 and Retry-After', async () => {
    const { client } = await issue('viewer', 'guesser');
    for (const _ of Array(5).keys()) expect((await open({ token: 'srv1.x' }, client)).status).toBe(401);
    const refused = await open({ token: 'srv1.x' }, client);
    expect(errorOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('1');
  });

  test('carry preferences, recovery key, passphrase and device secret', async () => {
    const body = { views: [1, { a: null }] };
    const preferences = '/v1/session/preferences';
    expect((await call(ACCESS_ROUTES.putPreferences, preferences, { body })).json).toEqual(body);
    expect((await call(ACCESS_ROUTES.getPreferences, preferences)).json).toEqual(body);
    const passphrase = { passphrase: NEW_PASSPHRASE, current_passphrase: PASSPHRASE };
    expect(
      (await call(ACCESS_ROUTES.setPassphrase, '/v1/session/passphrase', { body: passphrase })).status,
    ).toBe(200);
    expect((await open({ passphrase: NEW_PASSPHRASE })).status).toBe(201);
    const present = { body: { current_passphrase: NEW_PASSPHRASE } };
    const device = await call(ACCESS_ROUTES.createDeviceSecret, '/v1/session/device-secret', present);
    expect((await open(device.json)).status).toBe(201);
    const removed = await call(ACCESS_ROUTES.deleteDeviceSecret, '/v1/session/device-secret');
    expect(removed.json).toEqual({ removed: true });
    const alone = await call(ACCESS_ROUTES.renewRecoveryKey, '/v1/session/recovery-key');
    expect([alone.status, alone.json.error.code]).toEqual([401, 'credential_rejected']);
    const renewed = await call(ACCESS_ROUTES.renewRecoveryKey, '/v1/session/recovery-key', present);
    expect((await open(renewed.json)).status).toBe(201);
  });

  test('are listed to and ended by administrators', async () => {
    const { json } = await open({ passphrase: NEW_PASSPHRASE });
    const listed = await call(ACCESS_ROUTES.listSessions, '/v1/sessions?limit=200');
    expect(listed.json.items.map((row: JsonValue) => row.session_id)).toContain(json.session.session_id);
    const path = `/v1/sessions/${json.session.session_id}`;
    expect((await call(ACCESS_ROUTES.deleteSession, path)).status).toBe(200);
    expect(errorOf(await call(ACCESS_ROUTES.deleteSession, path))).toEqual([404, 'not_found']);
    expect(errorOf(await call(ACCESS_ROUTES.deleteSession, '/v1/sessions/nonsense'))).toEqual([
      422,
      'invalid_request',
    ]);
  });
});

describe('groups, members and credentials', () => {
  test('a group is made once per idempotency key', async () => {
    const sending = { body: { name: 'Research' }, headers: { 'idempotency-key': 'research-group-1' } };
    const first = await call(ACCESS_ROUTES.createGroup, '/v1/groups', sending);
    expect((await call(ACCESS_ROUTES.createGroup, '/v1/groups', sending)).json).toEqual(first.json);
    const other = { ...sending, body: { name: 'Another' } };
    expect(errorOf(await call(ACCESS_ROUTES.createGroup, '/v1/groups', other))).toEqual([409, 'replay']);
  });

  test('a member that is removed loses records and files at once, and the others keep them', async () => {
    const sg = vault.security_group_id;
    const patients = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        vault.desktop.send('/v1/patients', {
          method: 'POST',
          token: vault.token,
          body: { security_group_id: sg, record: { display_name: `Patient ${index}` } },
        }),
      ),
    );
    const folder = await vault.desktop.send(`/v1/drives/${sg}/folders`, {
      method: 'POST',
      token: vault.token,
      body: { name: 'Letters' },
    });
    expect(folder.status).toBe(201);
    const invited = await call(ACCESS_ROUTES.createPrincipal, '/v1/principals', {
      body: { display_name: 'Ben', groups: [{ security_group_id: sg, role: 'editor' }] },
    });
    const joined = await open({ invite_code: invited.json.invite_code, new_passphrase: PASSPHRASE });
    const token: string = joined.json.session_token;
    const path = `/v1/patients/${patients[0]?.json.index.document_id}`;
    expect((await vault.desktop.send(path, { token })).status).toBe(200);
    const member = `/v1/groups/${sg}/members/${invited.json.principal_id}`;
    const raised = await call(ACCESS_ROUTES.putMember, member, { body: { role: 'viewer' } });
    expect(raised.json.role).toBe('viewer');
    expect((await call(ACCESS_ROUTES.deleteMember, member)).json).toEqual(raised.json);
    expect(errorOf(await vault.desktop.send(path, { token }))).toEqual([404, 'not_found']);
    await vault.server.services.rotations.whenIdle();
    const [group] = (await call(ACCESS_ROUTES.listGroups, '/v1/groups')).json.items;
    expect(group.generation).toBeGreaterThan(1);
    for (const { json } of patients) {
      const read = await vault.desktop.send(`/v1/patients/${json.index.document_id}`, { token: vault.token });
      expect(read.json.record).toEqual(json.record);
    }
    const nodes = await vault.desktop.send(`/v1/drives/${sg}/nodes`, { token: vault.token });
    expect(nodes.json.items).toMatchObject([{ name: 'Letters' }]);
  });

  test('a member without a key sees that there is something, and opens nothing', async () => {
    const { json: group } = await call(ACCESS_ROUTES.createGroup, '/v1/groups', { body: { name: 'Closed' } });
    const sg: string = group.security_group_id;
    const created = await vault.desktop.send('/v1/patients', {
      method: 'POST',
      token: vault.token,
      body: { security_group_id: sg, record: { display_name: 'Hidden' } },
    });
    const invited = await call(ACCESS_ROUTES.createPrincipal, '/v1/principals', {
      body: { display_name: 'Second admin', is_admin: true, groups: [] },
    });
    const joined = await open({ invite_code: invited.json.invite_code, new_passphrase: PASSPHRASE });
    const token: string = joined.json.session_token;
    const self = `/v1/groups/${sg}/members/${invited.json.principal_id}`;
    expect((await call(ACCESS_ROUTES.putMember, self, { token, body: { role: 'viewer' } })).status).toBe(200);
    const listed = await vault.desktop.send(`/v1/patients?security_group_id=${sg}`, { token });
    expect(listed.json.items).toMatchObject([{ summary: null }]);
    const one = await vault.desktop.send(`/v1/patients/${created.json.index.document_id}`, { token });
    expect(errorOf(one)).toEqual([403, 'group_key_unavailable']);
  });

  test('a revoked credential is refused at the gate, on a connection that is open too', async () => {
    const { made, client } = await issue('viewer', 'short lived');
    const { json } = await open({ token: made.token }, client);
    const revoked = await call(ACCESS_ROUTES.deleteCredential, `/v1/credentials/${made.credential_id}`);
    expect(revoked.json.revoked_at).not.toBeNull();
    const refused = await call(ACCESS_ROUTES.getSession, '/v1/session', {
      token: json.session_token,
      client,
    });
    expect(errorOf(refused)).toEqual([401, 'client_certificate_required']);
    expect(errorOf(await open({ token: made.token }))).toEqual([401, 'credential_rejected']);
    expect((await call(ACCESS_ROUTES.listCredentials, '/v1/credentials')).status).toBe(200);
  });

  test('scripts are refused what is for administrators', async () => {
    const { made, client } = await issue('owner', 'no admin');
    const { json } = await open({ token: made.token }, client);
    const as = { token: json.session_token, client };
    const denied = [403, 'permission_denied'];
    expect(errorOf(await call(ACCESS_ROUTES.listPrincipals, '/v1/principals', as))).toEqual(denied);
    expect(
      errorOf(await call(ACCESS_ROUTES.createGroup, '/v1/groups', { ...as, body: { name: 'x' } })),
    ).toEqual(denied);
    expect(errorOf(await call(SETTINGS_ROUTES.patchSettings, '/v1/settings', { ...as, body: {} }))).toEqual(
      denied,
    );
    const all = { ...as, body: { all: true } };
    expect(errorOf(await call(ACCESS_ROUTES.lockSession, '/v1/session/lock', all))).toEqual(denied);
    expect((await call(SETTINGS_ROUTES.getSettings, '/v1/settings', as)).status).toBe(200);
  });

  test('a number of the settings that no signature can hold exactly is refused', async () => {
    const before = (await call(SETTINGS_ROUTES.getSettings, '/v1/settings')).json;
    for (const storage_credit_bytes of [2 ** 53, 1e300]) {
      const answer = await call(SETTINGS_ROUTES.patchSettings, '/v1/settings', {
        body: { storage_credit_bytes },
      });
      expect(errorOf(answer)).toEqual([422, 'invalid_request']);
    }
    expect((await call(SETTINGS_ROUTES.getSettings, '/v1/settings')).json).toEqual(before);
  });

  test('unknown ids are 404 and malformed ones 422', async () => {
    for (const [route, path] of [
      [ACCESS_ROUTES.deletePrincipal, '/v1/principals/'],
      [ACCESS_ROUTES.deleteCredential, '/v1/credentials/'],
      [ACCESS_ROUTES.deleteSession, '/v1/sessions/'],
    ] as const) {
      expect(errorOf(await call(route, `${path}${UNKNOWN_ID}`))).toEqual([404, 'not_found']);
      expect(errorOf(await call(route, `${path}${UNKNOWN_ID.toUpperCase()}X`))).toEqual([
        422,
        'invalid_request',
      ]);
    }
  });
});
