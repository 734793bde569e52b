/** Tests that clearing memory after a lock breaks no connection in use. */
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

beforeAll(async () => {
  vault = await startInitialisedServer();
  agent = new Agent({ keepAlive: true, maxSockets: 1, ca: vault.ca, ...readDesktop(vault.dataDir) });
});
afterAll(async () => {
  agent.destroy();
  await vault.stop();
});

/** Sends on the single connection. @returns its local port, which reveals a new connection, and the response */
function send(method: string, path: string, token?: string, body?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number; text: string }>();
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = httpsRequest(new URL(path, vault.server.url), { agent, method, headers });
  request.once('error', reject);
  request.once('response', async (response) => {
    const port = response.socket.localPort ?? 0;
    const chunks: Buffer[] = await response.toArray();
    resolve({ port, text: Buffer.concat(chunks).toString() });
  });
  request.end(body && JSON.stringify(body));
  return promise;
}

function cleared(): Promise<void> {
  return new Promise((resolve) => vault.server.services.forgetting.onScrubbed(() => resolve()));
}

test('a connection on which a session was opened since the lock stays', async () => {
  const { session_token: first } = JSON.parse(
    (await send('POST', '/v1/session', undefined, { passphrase: PASSPHRASE })).text,
  );
  const isCleared = cleared();
  const locked = await send('POST', '/v1/session/lock', first, { all: true });
  const opened = await send('POST', '/v1/session', undefined, { passphrase: PASSPHRASE });
  await isCleared;
  const { session_token } = JSON.parse(opened.text);
  const next = await send('GET', '/v1/session', session_token);
  expect([opened.port, next.port]).toEqual([locked.port, locked.port]);
  expect(JSON.parse(next.text)).toMatchObject({ state: 'unlocked' });
});

test.each([
  ['with the token of the locked session', true],
  ['with a certificate alone', false],
])('one that carried a request since stays: %s', async (_how, withToken) => {
  const { session_token } = JSON.parse(
    (await send('POST', '/v1/session', undefined, { passphrase: PASSPHRASE })).text,
  );
  const isCleared = cleared();
  const locked = await send('POST', '/v1/session/lock', session_token, { all: true });
  const since = () => (withToken ? send('GET', '/v1/patients', session_token) : send('GET', '/v1/vault'));
  await since();
  await isCleared;
  expect((await since()).port).toBe(locked.port);
});

test('the one that brought the lock stays', async () => {
  const { session_token } = JSON.parse(
    (await send('POST', '/v1/session', undefined, { passphrase: PASSPHRASE })).text,
  );
  const isCleared = cleared();
  const locked = await send('POST', '/v1/session/lock', session_token, { all: true });
  await isCleared;
  expect((await send('GET', '/v1/vault')).port).toBe(locked.port);
});
