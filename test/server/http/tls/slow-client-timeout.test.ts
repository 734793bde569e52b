/** Tests that connections of slow clients are cut while others are served. */
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { createConnection, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenTls, type TlsListener } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

/** Far from the test's own pace, so that a busy machine does not count as slow. */
const PATIENCE = { handshakeMs: 2000, strangerMs: 300, bodyMs: 400, bodyBytes: 500, unreadMs: 600_000 };

let vault: TestServer;
let listener: TlsListener;
let taken = 0;
/** Requests answered before their bodies arrived. */
const refused: WeakRef<import('node:http').IncomingMessage>[] = [];

beforeAll(async () => {
  vault = await startTestServer();
  const tls = vault.server.pki.serverTls();
  const handlers = {
    request: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
      if (request.url === '/refused') {
        refused.push(new WeakRef(request));
        response.writeHead(400, { connection: 'close' }).end();
        return;
      }
      request.on('data', (chunk: Buffer) => {
        taken += chunk.length;
      });
      request.on('error', () => undefined);
      request.once('end', () => response.end('whole'));
    },
    rawAnswer: () => undefined,
  };
  listener = await listenTls(tls, handlers, 0, [], PATIENCE);
});
afterAll(async () => {
  await listener.close();
  await vault.stop();
});

function shakeHands(identity = {}): TLSSocket {
  const socket = connect({ port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir), ...identity });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** A cut connection ends or is reset, because unread bytes cause a reset; both count. */
function cut(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

/** Sends a byte of a request head every 20 ms. */
async function drip(socket: TLSSocket, head: string): Promise<void> {
  await once(socket, 'secureConnect');
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 20);
  await cut(socket);
  clearInterval(timer);
}

test('a peer that never shakes hands is cut', async () => {
  const silent = createConnection(listener.port, '127.0.0.1');
  onTestFinished(() => void silent.destroy());
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  silent.resume();
  await cut(silent);
});

test('silent connections keep nobody out, though they hold every place: the oldest makes room', async () => {
  const patient = { ...PATIENCE, handshakeMs: 600_000, strangerMs: 600_000 };
  const handlers = {
    request: (_: unknown, response: import('node:http').ServerResponse) => void response.end('here'),
    rawAnswer: () => undefined,
  };
  const few = await listenTls(vault.server.pki.serverTls(), handlers, 0, [], patient, 3);
  onTestFinished(() => few.close());
  const silent: Socket[] = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = createConnection(few.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    silent.push(socket);
  }
  const [oldest] = silent;
  if (oldest === undefined) throw new Error('nobody is silent');
  const gone = cut(oldest);
  const ask = (identity: object) => {
    const asked = httpsRequest({
      ...{ port: few.port, host: '127.0.0.1', ca: readCa(vault.dataDir), agent: false, ...identity },
    });
    asked.end();
    return once(asked, 'response');
  };
  for (const identity of [readDesktop(vault.dataDir), {}]) {
    const [response] = await ask(identity);
    response.resume();
    expect(response.statusCode).toBe(200);
  }
  await gone;
});

test('a peer without a certificate may not drip a head', async () => {
  await drip(shakeHands(), 'GET / HTTP/1.1\r\nhost: x\r\nx-drip: ');
});

test('a peer with one may not send a body in pieces of a byte, and others are served meanwhile', async () => {
  const socket = shakeHands(readDesktop(vault.dataDir));
  await once(socket, 'secureConnect');
  const before = taken;
  socket.write('PUT / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const pieces = '1\r\nx\r\n'.repeat(50_000);
  for (let n = 0; n < 6; n += 1) socket.write(pieces);
  await cut(socket);
  expect(taken - before).toBeLessThan(50_000);
});

test('a body in many pieces of ordinary size is taken', async () => {
  const socket = shakeHands(readDesktop(vault.dataDir));
  await once(socket, 'secureConnect');
  socket.write('PUT / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const piece = `50\r\n${'x'.repeat(0x50)}\r\n`;
  for (let n = 0; n < 10; n += 1) socket.write(piece.repeat(1000));
  socket.write('0\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a peer with one may not drip a body', async () => {
  await drip(
    shakeHands(readDesktop(vault.dataDir)),
    'PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\n',
  );
});

test('a slow body that goes on coming is taken whole', async () => {
  taken = 0;
  const slow = httpsRequest({
    port: listener.port,
    host: '127.0.0.1',
    method: 'PUT',
    ca: readCa(vault.dataDir),
    ...readDesktop(vault.dataDir),
    headers: { 'content-length': 20 * 500 },
  });
  const answered = once(slow, 'response');
  for (let n = 0; n < 20; n += 1) {
    slow.write(Buffer.alloc(500));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  slow.end();
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(taken).toBe(20 * 500);
});

test('a connection that was refused for its certificate is closed, whatever it still sends', async () => {
  const socket = connect({ port: vault.server.port, host: '127.0.0.1', ca: vault.ca });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  socket.write(
    `POST /v1/session HTTP/1.1\r\nhost: 127.0.0.1:${vault.server.port}\r\ncontent-length: 9999\r\n\r\n{`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  await cut(socket);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
});

test('nothing is kept of requests that were refused before their bodies came', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let n = 0; n < 10; n += 1) {
    const sent = httpsRequest({
      ...{ port: listener.port, host: '127.0.0.1', path: '/refused', method: 'PUT', agent: false },
      ...{ ca: readCa(vault.dataDir), ...readDesktop(vault.dataDir) },
      headers: { 'content-length': 99_999 },
    });
    sent.on('error', () => undefined);
    sent.write('{');
    await once(sent, 'response');
    sent.destroy();
  }
  const kept = () => {
    collect();
    return refused.filter((request) => request.deref() !== undefined).length;
  };
  // The last one may still be referenced by the stack.
  await expect.poll(kept).toBeLessThan(3);
});
