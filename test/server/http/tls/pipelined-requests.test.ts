/**
 * Tests how many requests a connection may send ahead of their responses.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { listenTls } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { testServer } from '#test/support/start-tls-server.ts';

const SENT = 20_000;
const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** Sends requests in one write. Returns how many reached the handler, and the first status line. */
async function sendAhead(identity: 'desktop' | 'stranger', requests: string, answerAfter: Promise<unknown>) {
  const vault = await testServer();
  let handled = 0;
  const handlers = {
    request: async (request: IncomingMessage, response: ServerResponse) => {
      handled += 1;
      request.resume();
      await answerAfter;
      response.writeHead(identity === 'stranger' ? 401 : 200, { connection: 'close' }).end('here');
    },
    rawAnswer: () => undefined,
  };
  const listener = await listenTls(vault.server.pki.serverTls(), handlers, 0, []);
  onTestFinished(() => listener.close());
  const own = identity === 'desktop' ? readDesktop(vault.dataDir) : {};
  const socket = connect({ port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir), ...own });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1');
  });
  socket.write(requests);
  await new Promise((resolve) => socket.once('close', resolve));
  return { handled, status: received.slice(9, 12) };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 200));

test('of a connection without a certificate one request is handled, and gets its response', async () => {
  const sent = await sendAhead('stranger', REQUEST.repeat(SENT), soon());
  expect(sent).toEqual({ handled: 1, status: '401' });
});

test('of one that sends a body too', async () => {
  const withBody = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody`;
  const sent = await sendAhead('stranger', withBody.repeat(SENT), soon());
  expect(sent).toEqual({ handled: 1, status: '401' });
});

test('one without a valid certificate that was not refused has its next request handled', async () => {
  const vault = await testServer();
  const handlers = {
    request: ({ url }: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, url === '/last' ? { connection: 'close' } : {}).end(url);
    },
    rawAnswer: () => undefined,
  };
  const listener = await listenTls(vault.server.pki.serverTls(), handlers, 0, []);
  onTestFinished(() => listener.close());
  const socket = connect({ port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir) });
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (piece: Buffer) => {
    if (!received) socket.write('GET /last HTTP/1.1\r\nhost: x\r\n\r\n');
    received += piece.toString('latin1');
  });
  socket.write('GET /first HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'close');
  expect(received).toContain('/first');
  expect(received).toContain('/last');
});

test('requests sent ahead are handled one after the other', async () => {
  const vault = await testServer();
  const handled: string[] = [];
  const answers: (() => void)[] = [];
  const handlers = {
    request({ url = '' }: IncomingMessage, response: ServerResponse) {
      handled.push(url);
      answers.push(() => response.end(url));
    },
    rawAnswer: () => undefined,
  };
  const listener = await listenTls(vault.server.pki.serverTls(), handlers, 0, []);
  onTestFinished(() => listener.close());
  const socket = connect({
    ...{ port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir), ...readDesktop(vault.dataDir) },
  });
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1');
  });
  const sent = ['/1', '/2', '/3'];
  socket.write(sent.map((url) => `GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  for (const [at, url] of sent.entries()) {
    await expect.poll(() => handled).toContain(url);
    expect(handled).toHaveLength(at + 1);
    answers[at]?.();
    await expect.poll(() => received).toContain(`\r\n\r\n${url}`);
  }
});

test('a certificate may send a few requests ahead, and is cut off with thousands', async () => {
  const { handled } = await sendAhead('desktop', REQUEST.repeat(SENT), soon());
  expect(handled).toBe(1);
});
