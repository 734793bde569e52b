import 'reflect-metadata';
import { once } from 'node:events';
import { connect, createSecureContext, type SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueTestCertificate, readDesktop } from '#test/support/certificates.ts';
import type { ClientIdentity } from '#test/support/client.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** OpenSSL accepts certificate chains of 100 KB. */
const CHAIN_BYTES = 90_000;
const CONNECTIONS = 400;

let vault: TestServer;
beforeAll(async () => {
  vault = await startTestServer();
});
afterAll(() => vault.stop());

/** Adds a second certificate of the maximum size to the chain. */
async function withLargeChain({ cert, key }: ClientIdentity): Promise<ClientIdentity> {
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
  socket.end(`GET /healthz HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: close\r\n\r\n`);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Resident memory after collecting garbage. */
function residentBytes(): number {
  collect();
  return process.memoryUsage.rss();
}

/**
 * Memory that a batch of connections keeps, the middle of three; one before them fills what grows once. A chain that
 * stays is kept of every batch, while the engine's own growth falls into one.
 */
async function keptBytesOf(identity: ClientIdentity, status: number): Promise<number> {
  const context = createSecureContext({ ...(await withLargeChain(identity)), ca: vault.ca });
  const askOften = async () => {
    for (let at = 0; at < CONNECTIONS / 2; at += 1)
      expect(await ask(context)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    return residentBytes();
  };
  const resident = [await askOften()];
  for (let batch = 0; batch < 3; batch += 1) resident.push(await askOften());
  const kept = resident.slice(1).map((bytes, at) => bytes - (resident[at] ?? bytes));
  return kept.sort((one, other) => one - other)[1] ?? Number.POSITIVE_INFINITY;
}

describe('of its chain of certificates nothing stays in memory, whoever sends it:', () => {
  /** If chains were kept, each would need its whole length. */
  const KEPT_MAX_BYTES = (CONNECTIONS / 2) * CHAIN_BYTES * 0.75;

  test('a stranger', async () => {
    const stranger = await issueTestCertificate({ cns: ['desktop'] });
    expect(await keptBytesOf(stranger, 401)).toBeLessThan(KEPT_MAX_BYTES);
  });

  test('a client of this vault, whom Node has verified', async () => {
    expect(await keptBytesOf(readDesktop(vault.dataDir), 200)).toBeLessThan(KEPT_MAX_BYTES);
  });
});
