/** Tests that closing idle connections breaks none with an arrived request. */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenTls, type TlsListener } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

const ASKED = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

let vault: TestServer;
let listener: TlsListener;

beforeAll(async () => {
  vault = await startTestServer();
  const handlers = {
    request: (_: unknown, response: import('node:http').ServerResponse) => void response.end('answered'),
    rawAnswer: () => undefined,
  };
  listener = await listenTls(vault.server.pki.serverTls(), handlers, 0, []);
});
afterAll(async () => {
  await listener.close();
  await vault.stop();
});

/** Opens a connection that has served one request. */
async function connected(): Promise<TLSSocket> {
  const place = { port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir) };
  const socket = connect({ ...place, ...readDesktop(vault.dataDir) });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  expect(await ask(socket)).toBe('answered');
  await nextTurn();
  return socket;
}

function ask(socket: TLSSocket): Promise<'answered' | 'ended'> {
  socket.write(ASKED);
  return new Promise((resolve) => {
    socket.once('data', () => resolve('answered'));
    socket.once('close', () => resolve('ended'));
  });
}

test('one on which a request has arrived that nobody has read yet is answered; the one beside it is ended', async () => {
  const [asking, waiting] = [await connected(), await connected()];
  const ended = once(waiting, 'close');
  const answer = ask(asking);
  await listener.endIdle(() => true);
  expect(await answer).toBe('answered');
  await ended;
});
