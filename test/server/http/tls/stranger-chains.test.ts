import 'reflect-metadata';
import { once } from 'node:events';
import { connect, createSecureContext, type SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueTestCertificate } from '#test/support/certificates.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** OpenSSL takes chains of 100 KB. */
const CHAIN_BYTES = 90_000;
const CONNECTIONS = 400;

let vault: TestServer;
beforeAll(async () => {
  vault = await startTestServer();
});
afterAll(() => vault.stop());

/** A certificate of a stranger's own, with one as large as may be behind it. */
async function largeChain() {
  const { cert, key } = await issueTestCertificate({ cns: ['desktop'] });
  const large = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '4103',
    name: [{ CN: ['Large'] }],
    signingAlgorithm: ALGORITHM,
    keys: await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']),
    extensions: [new x509.Extension('1.3.6.1.4.1.99999.1', false, new Uint8Array(CHAIN_BYTES))],
  });
  return { cert: `${cert}\n${large.toString('pem')}`, key };
}

async function ask(secureContext: SecureContext): Promise<string> {
  const { port } = new URL(vault.server.url);
  const socket = connect({ secureContext, host: '127.0.0.1', port: Number(port) });
  socket.end('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Without what waits to be collected. */
function residentBytes(): number {
  collect();
  return process.memoryUsage.rss();
}

describe('a stranger', () => {
  test('leaves nothing of its chain of certificates in memory', async () => {
    const context = createSecureContext({ ...(await largeChain()), ca: vault.ca });
    const askOften = async () => {
      for (let at = 0; at < CONNECTIONS / 2; at += 1) {
        expect(await ask(context)).toMatch(/^HTTP\/1.1 401 /);
      }
    };
    // What client and server come to hold by working at all.
    await askOften();
    const before = residentBytes();
    await askOften();
    const keptBytes = residentBytes() - before;
    // Kept, each would take its whole length at least once.
    expect(keptBytes).toBeLessThan((CONNECTIONS / 2) * CHAIN_BYTES * 0.75);
  });
});
