/** Tests that clearing memory after a lock breaks no connection in use but the one that sent the lock. */
import { Agent, request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDesktop } from '#test/support/certificates.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';

let vault: InitialisedServer;
let agent: Agent;
let lockingAgent: Agent;

beforeAll(async () => {
  vault = await startInitialisedServer();
  const newAgent = () =>
    new Agent({ keepAlive: true, maxSockets: 1, ca: vault.ca, ...readDesktop(vault.dataDir) });
  agent = newAgent();
  lockingAgent = newAgent();
});
afterAll(async () => {
  agent.destroy();
  lockingAgent.destroy();
  await vault.stop();
});

interface Answer {
  /** Of the connection here, so that another one shows. */
  readonly port: number;
  readonly connection: string | undefined;
  readonly text: string;
}

/** On the one connection its agent has. */
function send(method: string, path: string, token?: string, body?: object, by = agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = httpsRequest(new URL(path, vault.server.url), { agent: by, method, headers });
  request.once('error', reject);
  request.once('response', async (response) => {
    const port = response.socket.localPort ?? 0;
    const chunks: Buffer[] = await response.toArray();
    const { connection } = response.headers;
    resolve({ port, connection, text: Buffer.concat(chunks).toString() });
  });
  request.end(body && JSON.stringify(body));
  return promise;
}

function cleared(): Promise<void> {
  return new Promise((resolve) => vault.server.services.forgetting.onScrubbed(() => resolve()));
}

const lock = (token: string) => send('POST', '/v1/session/lock', token, { all: true }, lockingAgent);

async function openSession(): Promise<{ port: number; token: string }> {
  const { port, text } = await send('POST', '/v1/session', undefined, { passphrase: PASSPHRASE });
  return { port, token: JSON.parse(text).session_token };
}

test('a connection on which a session was opened since the lock stays', async () => {
  const before = await openSession();
  const isCleared = cleared();
  await lock(before.token);
  const opened = await openSession();
  await isCleared;
  const next = await send('GET', '/v1/session', opened.token);
  expect([opened.port, next.port]).toEqual([before.port, before.port]);
  expect(JSON.parse(next.text)).toMatchObject({ state: 'unlocked' });
});

test.each([
  ['with the token of the locked session', true],
  ['with a certificate alone', false],
])('one that carried a request since stays: %s', async (_how, withToken) => {
  const before = await openSession();
  const isCleared = cleared();
  await lock(before.token);
  const since = () => (withToken ? send('GET', '/v1/patients', before.token) : send('GET', '/v1/vault'));
  await since();
  await isCleared;
  expect((await since()).port).toBe(before.port);
});

test('the one that brought the lock ends with its answer, which says so', async () => {
  const { port, token } = await openSession();
  const locked = await send('POST', '/v1/session/lock', token, { all: true });
  expect(locked).toMatchObject({ port, connection: 'close' });
  expect((await send('GET', '/v1/vault')).port).not.toBe(port);
});
