/** Tests several addresses of one vault: the next is used when one is unreachable, and stays in use. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UNAVAILABLE_HEADER } from '#contract/errors/vault-error.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { CREDENTIAL_FILES, readToken } from '#sdk/node/credential-folder.ts';
import { parseAddresses } from '#sdk/node/transport/addresses.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { makeCertificates } from '#test/support/sdk-certificates.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

/** Client without pauses and retries, so that success means the first try. */
function clientOf(addresses: readonly string[]): VaultClient {
  const at = (name: string) => join(vault.profile, name);
  const { ca, cert, key } = CREDENTIAL_FILES;
  const transport = nodeTransport({ baseUrl: addresses, ca: at(ca), cert: at(cert), key: at(key) });
  const client = createClient({ transport, token: readToken(vault.profile), retry: { maxRetries: 0 } });
  onTestFinished(() => client.close());
  return client;
}

/** Returns the address and a counter of its requests. */
async function listening(server: Server): Promise<{ address: string; asked: () => number }> {
  let asked = 0;
  server.on('connection', () => {
    asked += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `https://127.0.0.1:${port}`, asked: () => asked };
}

/** A load balancer without a vault: accepts the connection and closes it. */
const dropping = () => listening(createServer((socket) => socket.destroy()));

async function foreign() {
  const { server } = await makeCertificates();
  return listening(createTlsServer(server));
}

/** A vault that dies during a request. */
async function dying() {
  const pki = (name: string) => readFileSync(join(vault.dataDir, 'pki', name));
  const server = createTlsServer({ cert: pki('server.crt'), key: pki('server.key') }, (socket) => {
    socket.once('data', () => socket.destroy());
    socket.on('error', () => undefined);
  });
  return listening(server);
}

/** A server that has lost its PostgreSQL: it responds and has written nothing. */
async function withoutDatabase() {
  const pki = (name: string) => readFileSync(join(vault.dataDir, 'pki', name));
  const words = JSON.stringify({ error: { code: 'protocol_error', message: 'away', trace_id: 'x' } });
  const head = `HTTP/1.1 502 Bad Gateway\r\n${UNAVAILABLE_HEADER}: database\r\nretry-after: 1\r\n`;
  const server = createTlsServer({ cert: pki('server.crt'), key: pki('server.key') }, (socket) => {
    socket.on('data', () => {
      socket.write(
        `${head}content-type: application/json\r\ncontent-length: ${words.length}\r\n\r\n${words}`,
      );
    });
    socket.on('error', () => undefined);
  });
  return listening(server);
}

const NOBODY = 'https://127.0.0.1:1';

describe('several addresses', () => {
  test('a write goes to the next one when nothing of it can have arrived, and later ones go there at once', async () => {
    const { address, asked } = await dropping();
    const client = clientOf([NOBODY, address, vault.url]);
    const body = {
      security_group_id: vault.group,
      patient_id: null,
      record: { title: 'CT chest', modality: 'CT' },
    };
    const { index } = await client.exams.create(body);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    expect((await client.exams.get(index.document_id)).record.title).toBe('CT chest');
    expect(asked()).toBe(before);
  });

  test('a file goes to the next one whole, from a stream that can be read once', async () => {
    const { address } = await dropping();
    const client = clientOf([address, vault.url]);
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const drive = client.drive(vault.group);
    const node = await drive.upload(source, { name: 'slices.bin' });
    const file = await drive.download(node.node_id);
    expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
  });

  test('after a broken connection a read goes on elsewhere, a write does not: it may have arrived', async () => {
    const { address } = await dying();
    expect((await clientOf([address, vault.url]).vault.get()).state).toBe('ready');
    const opening = clientOf([address, vault.url]).session.open({ passphrase: PASSPHRASE });
    await expect(opening).rejects.toMatchObject({ name: 'APIConnectionError', unsent: false });
  });

  test('a server that does not reach its database is passed over, by a write too, and not asked again', async () => {
    const { address, asked } = await withoutDatabase();
    const client = clientOf([address, vault.url]);
    const record = { title: 'MR knee', modality: 'MR' };
    const { index } = await client.exams.create({ security_group_id: vault.group, patient_id: null, record });
    const before = asked();
    expect(before).toBeGreaterThan(0);
    expect((await client.exams.get(index.document_id)).record.title).toBe('MR knee');
    expect(asked()).toBe(before);
  });

  test('the only server keeps its own answer', async () => {
    const { address } = await withoutDatabase();
    await expect(clientOf([address]).vault.get()).rejects.toMatchObject({ code: 'protocol_error' });
  });

  test('one of another authority is passed over', async () => {
    const { address } = await foreign();
    const client = clientOf([address, vault.url]);
    expect((await client.vault.get()).state).toBe('ready');
  });

  test('where none answers, the message names each, and trying again may help', async () => {
    const { address } = await foreign();
    const failure = await clientOf([NOBODY, address])
      .vault.get()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'APIConnectionError', unsent: true, permanent: false });
    expect(String(failure)).toContain(`Nothing answers at ${NOBODY}`);
    expect(String(failure)).toContain(`${address} was not issued by the CA`);
  });
});

describe('parseAddresses', () => {
  test('takes names with a port, drops doubles, keeps the order', () => {
    expect(
      parseAddresses(['vault.clinic:8743', 'https://10.0.0.4:8743/', 'https://vault.clinic:8743']),
    ).toEqual(['https://vault.clinic:8743', 'https://10.0.0.4:8743']);
  });

  test.each([
    'http://vault.clinic:8743',
    'https://vault.clinic/v1',
    'https://me@vault.clinic',
    'https://',
    '',
  ])('refuses «%s»', (address) => {
    expect(() => parseAddresses([address])).toThrow('is not an https address');
  });
});
