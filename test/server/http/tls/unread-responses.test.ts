/** Tests that connections are ended which read nothing of much, whatever they send, and no others. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { SLOW_CLIENT_LIMITS } from '#server/http/tls/slow-client-timeout.ts';
import { listenTls } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { testServer } from '#test/support/start-tls-server.ts';

const LARGE = Buffer.alloc(32 * 1024 * 1024);
/** Under what a certificate may leave unread. */
const SMALL = Buffer.alloc(8 * 1024 * 1024);
const LATE = 'GET /late HTTP/1.1\r\nhost: x\r\n\r\n';
const GET_SMALL = 'GET /small HTTP/1.1\r\nhost: x\r\n\r\n';
const GET_LARGE = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';

/** A listener of large responses; `open` connects to it and `gone` tells of connections the server ended. */
async function listen() {
  const vault = await testServer();
  const { promise: answerNow, resolve: answer } = Promise.withResolvers<void>();
  const served = new Map<number, Promise<unknown>>();
  const handlers = {
    request: async (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const port = socket.remotePort ?? 0;
      if (!served.has(port)) served.set(port, once(socket, 'close'));
      if (request.url === '/late') await answerNow;
      response.end(request.url === '/late' ? 'here' : request.url === '/small' ? SMALL : LARGE);
    },
    rawAnswer: () => undefined,
  };
  const patience = { ...SLOW_CLIENT_LIMITS, unreadMs: 1000 };
  const listener = await listenTls(vault.server.pki.serverTls(), handlers, 0, [], patience);
  onTestFinished(() => listener.close());
  async function open(requests: string): Promise<TLSSocket> {
    const identity = { ca: readCa(vault.dataDir), ...readDesktop(vault.dataDir) };
    const socket = connect({ port: listener.port, host: '127.0.0.1', ...identity });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    socket.pause().write(requests);
    return socket;
  }
  /** Resolves when the server has ended the connection. */
  async function gone(socket: TLSSocket): Promise<void> {
    const port = socket.localPort ?? 0;
    await expect.poll(() => served.has(port)).toBe(true);
    await served.get(port);
  }
  return { open, gone, answer };
}

test('a connection that reads nothing is ended', async () => {
  const { open, gone } = await listen();
  await gone(await open(GET_LARGE));
});

test('so is one that goes on sending', async () => {
  const { open, gone } = await listen();
  const socket = await open(`${GET_LARGE}GET /`);
  const timer = setInterval(() => socket.write('x'), 50);
  onTestFinished(() => clearInterval(timer));
  await gone(socket);
});

test('one that reads nothing of a little is not, however long that takes', async () => {
  const { open, gone } = await listen();
  const silent = await open(GET_SMALL);
  for (let period = 0; period < 3; period += 1) await gone(await open(GET_LARGE));
  let received = 0;
  silent.on('data', (piece: Buffer) => {
    received += piece.length;
  });
  silent.resume();
  await expect.poll(() => received, { timeout: 30_000 }).toBeGreaterThanOrEqual(SMALL.length);
});

test('one that waits for its response is not, nor one that reads slowly', async () => {
  const { open, gone, answer } = await listen();
  const waiting = await open(LATE);
  const slow = await open(GET_LARGE);
  const idle = await open(LATE);
  idle.resume();
  let received = 0;
  // A twelfth of it in each period, so that it takes several of them.
  const timer = setInterval(() => slow.resume(), 250);
  onTestFinished(() => clearInterval(timer));
  let budget = 0;
  slow.on('data', (piece: Buffer) => {
    received += piece.length;
    budget += piece.length;
    if (budget < 1024 * 1024) return;
    budget = 0;
    slow.pause();
  });
  await gone(await open(GET_LARGE));
  await gone(await open(GET_LARGE));
  await expect.poll(() => received, { timeout: 60_000 }).toBeGreaterThanOrEqual(LARGE.length);
  answer();
  waiting.resume();
  const [piece] = await once(waiting, 'data');
  expect(String(piece)).toContain('here');
});
