/**
 * Tests kept-alive connections with large responses and requests above one TLS record, several in parallel. No
 * client's connection is reset. `SRVAULT_KEPT_REQUESTS=10000` sets the number of each client, 400 otherwise.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as NodeAgent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { listenTls, type TlsListener } from '#server/http/tls/tls-listener.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

const REQUESTS = Number(process.env['SRVAULT_KEPT_REQUESTS'] ?? 400);
const AT_A_TIME = 4;
const ANSWER = 'a'.repeat(120_000);
const SENT = Buffer.alloc(60_000, 's');
const run = promisify(execFile);

let vault: TestServer;
let listener: TlsListener;
let folder: string;
const refused: string[] = [];

beforeAll(async () => {
  vault = await startTestServer();
  listener = await listenTls(
    vault.server.pki.serverTls(),
    {
      request(asked, response) {
        if (asked.method === 'GET') response.end(ANSWER);
        else asked.resume().once('end', () => response.end(ANSWER));
      },
      rawAnswer(socket, reason) {
        refused.push(reason);
        socket.destroy();
      },
    },
    0,
    [],
  );
  folder = mkdtempSync(join(tmpdir(), 'srvault-kept-'));
  const { cert, key } = readDesktop(vault.dataDir);
  writeFileSync(join(folder, 'ca.pem'), readCa(vault.dataDir));
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'sent'), SENT);
});
afterAll(async () => {
  await listener.close();
  await vault.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends `REQUESTS` requests, `AT_A_TIME` in parallel. */
async function manyOf(one: () => Promise<number>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  let left = REQUESTS;
  async function lane(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const outcome = await one().catch((error) => String(error.code ?? error.cause?.code ?? error));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return outcomes;
}

const url = () => `https://127.0.0.1:${listener.port}/`;
const identity = () => ({ ca: readCa(vault.dataDir), ...readDesktop(vault.dataDir) });

describe('a large request that arrives before the answer before it has left', () => {
  test('is answered, though it comes in several records', async () => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', ...identity() });
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const head = (method: string, more: string) => `${method} / HTTP/1.1\r\nhost: 127.0.0.1\r\n${more}\r\n`;
    const last = head('PUT', `connection: close\r\ncontent-length: ${SENT.length}\r\n`);
    socket.write(Buffer.concat([Buffer.from(head('GET', '') + last), SENT]));
    await closed;
    expect(refused).toEqual([]);
    expect(received.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  });
});

describe('a kept connection with large answers and large requests', () => {
  test('of node:https is never reset', async () => {
    const agent = new NodeAgent({ ...identity(), keepAlive: true, maxSockets: AT_A_TIME });
    const one = () =>
      new Promise<number>((resolve, reject) => {
        const sent = request(url(), { agent, method: 'PUT' }, (answer) => {
          let bytes = 0;
          answer.on('data', (chunk) => {
            bytes += chunk.length;
          });
          answer.once('end', () => resolve(bytes)).once('error', reject);
        });
        sent.once('error', reject).end(SENT);
      });
    expect(await manyOf(one)).toEqual({ [ANSWER.length]: REQUESTS });
    agent.destroy();
    expect(refused).toEqual([]);
  });

  test('of undici is never reset', async () => {
    const dispatcher = new Agent({ connect: identity(), connections: AT_A_TIME });
    const one = async () => {
      const answer = await fetch(url(), { method: 'PUT', body: SENT, dispatcher });
      return (await answer.arrayBuffer()).byteLength;
    };
    expect(await manyOf(one)).toEqual({ [ANSWER.length]: REQUESTS });
    await dispatcher.close();
    expect(refused).toEqual([]);
  });

  test('of Python is never reset', async (context) => {
    const script = `
import http.client, ssl, sys, threading, os
folder, port, count, lanes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
tls = ssl.create_default_context(cafile=os.path.join(folder, 'ca.pem'))
tls.load_cert_chain(os.path.join(folder, 'cert.pem'), os.path.join(folder, 'key.pem'))
sent = open(os.path.join(folder, 'sent'), 'rb').read()
whole, failed = [], []
def lane():
    connection = http.client.HTTPSConnection('127.0.0.1', port, context=tls)
    for _ in range(count // lanes):
        try:
            connection.request('PUT', '/', sent)
            whole.append(len(connection.getresponse().read()))
        except Exception as error:
            failed.append(type(error).__name__)
            connection.close()
threads = [threading.Thread(target=lane) for _ in range(lanes)]
[t.start() for t in threads]; [t.join() for t in threads]
print(len(whole), sorted(set(whole)), sorted(set(failed)))
`;
    const args = ['-c', script, folder, String(listener.port), String(REQUESTS), String(AT_A_TIME)];
    const ran = await run('python3', args).catch((error) => {
      if (error.code === 'ENOENT') context.skip('python3 is not installed');
      throw error;
    });
    expect(ran.stdout.trim()).toBe(`${REQUESTS} [${ANSWER.length}] []`);
    expect(refused).toEqual([]);
  });

  test('of curl is never replaced by another', async (context) => {
    const config = [
      ...['silent', 'show-error', 'http1.1', 'parallel', `parallel-max = ${AT_A_TIME}`],
      `cacert = "${join(folder, 'ca.pem')}"`,
      `cert = "${join(folder, 'cert.pem')}"`,
      `key = "${join(folder, 'key.pem')}"`,
      ...['header = "Expect:"', `upload-file = "${join(folder, 'sent')}"`, 'output = "/dev/null"'],
      'write-out = "%{http_code} %{size_download} %{exitcode} %{num_connects}\\n"',
      `url = "${url()}?[1-${REQUESTS}]"`,
    ];
    writeFileSync(join(folder, 'curl.conf'), config.join('\n'));
    const ran = await run('curl', ['-q', '-K', join(folder, 'curl.conf')]).catch((error) => {
      if (error.code === 'ENOENT') context.skip('curl is not installed');
      throw error;
    });
    const lines = ran.stdout.trim().split('\n');
    const answers = new Set(lines.map((line) => line.slice(0, line.lastIndexOf(' '))));
    expect([lines.length, ...answers]).toEqual([REQUESTS, `200 ${ANSWER.length} 0`]);
    // A connection that broke would be made anew in silence.
    const connects = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    expect(connects).toBeLessThanOrEqual(AT_A_TIME);
    expect(refused).toEqual([]);
  });
});
