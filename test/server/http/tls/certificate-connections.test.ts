import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { listenTls } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { testServer } from '#test/support/start-tls-server.ts';

const STRANGERS_MAX = 16;
const PER_CERTIFICATE_MAX = 3;

test('a certificate has so many connections and no more; others connect, and so does it once one has gone', async () => {
  const vault = await testServer();
  const handlers = {
    request: (_: unknown, response: ServerResponse) => void response.end('here'),
    rawAnswer: () => undefined,
  };
  const listener = await listenTls(
    vault.server.pki.serverTls(),
    handlers,
    0,
    [],
    undefined,
    STRANGERS_MAX,
    PER_CERTIFICATE_MAX,
  );
  onTestFinished(() => listener.close());

  /** Resolves with the status of a request, or undefined where the connection was closed. */
  async function ask(socket: TLSSocket): Promise<string | undefined> {
    const closed = once(socket, 'close').then(() => []);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = await Promise.race([once(socket, 'data'), closed]);
    return answer === undefined ? undefined : String(answer).slice(9, 12);
  }

  function open(identity: object): TLSSocket {
    const socket = connect({
      ...{ port: listener.port, host: '127.0.0.1', ca: readCa(vault.dataDir), ...identity },
    });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  }

  const desktop = readDesktop(vault.dataDir);
  const held = Array.from({ length: PER_CERTIFICATE_MAX }, () => open(desktop));
  for (const socket of held) expect(await ask(socket)).toBe('200');
  expect(await ask(open(desktop))).toBeUndefined();
  expect(await ask(open({}))).toBe('200');

  held[0]?.destroy();
  await expect.poll(() => ask(open(desktop))).toBe('200');
});
