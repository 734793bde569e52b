/** Tests what a hostile or broken storage answers to a read: too slowly, endlessly, too little, other bytes. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseNodeId, parseSecurityGroupId, parseWorkspaceId } from '#contract/ids.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import { createS3Calls } from '#server/drives/bucket/s3-calls.ts';
import { createS3Client } from '#server/drives/bucket/s3-client.ts';
import { newId } from '#test/support/ids.ts';
import { DOUBLE_KEYS, startS3Double } from '#test/support/s3-double.ts';
import { BUCKET, openTestBucket } from './bucket-fixture.ts';

const PACE = { graceMs: 100, bytesPerSecond: 1024 * 1024 };
const CALL = { method: 'GET', key: 'a' } as const;

async function clientOf(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const place = { ...DOUBLE_KEYS, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: BUCKET };
  const client = createS3Client(place, PACE);
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return client;
}

test('a response of a byte now and then is ended, not waited for', async () => {
  const client = await clientOf((response) => {
    const drip = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(drip));
  });
  await expect(client.call(CALL)).rejects.toMatchObject({ code: 'protocol_error' });
});

test('a response without an end is ended at its bound', async () => {
  const client = await clientOf((response) => {
    const more = (): void =>
      void (response.write(Buffer.alloc(65_536)) ? setImmediate(more) : response.once('drain', more));
    more();
    response.on('error', () => undefined);
  });
  await expect(client.call({ ...CALL, maxBytes: 1_000_000 })).rejects.toThrow('AnswerTooLong');
});

test.each([
  ['fewer bytes than the file has', 'bytes 0-4/100'],
  ['more than were asked for', 'bytes 0-4/5'],
  ['other places', 'bytes 7-11/100'],
  ['no length', 'bytes 0-4/*'],
])('a range with %s is refused', async (_what, told) => {
  const client = await clientOf((response) =>
    response.writeHead(206, { 'content-range': told }).end('12345'),
  );
  const length = told.endsWith('/5') ? 4 : 10;
  await expect(createS3Calls(client).getRange('a', 0, length)).rejects.toThrow('RangeNotKept');
});

test('other bytes sent once do not make a file damaged for as long as this disk keeps them', async () => {
  const double = await startS3Double(BUCKET);
  onTestFinished(double.close);
  const { blobs } = await openTestBucket(
    { ...DOUBLE_KEYS, endpoint: double.endpoint },
    { cacheBytes: 2 ** 26 },
  );
  const id = newId();
  const file = await blobs.create(id);
  const bytes = randomBytes(1_000);
  await file.write(bytes);
  await file.finish();
  const [key = '', stored] = [...double.objects].at(0) ?? [];
  double.objects.set(key, { bytes: Buffer.from(randomBytes(1_000)), changedMs: 0 });
  const context = fileContext({
    workspace_id: parseWorkspaceId(newId()),
    security_group_id: parseSecurityGroupId(newId()),
    node_id: parseNodeId(id),
  });
  await expect(openSealedFile(await blobs.open(id), generateDek(), context)).rejects.toThrow();
  if (stored !== undefined) double.objects.set(key, stored);
  const reader = await blobs.open(id);
  const into = Buffer.alloc(reader.size);
  await reader.read(into, 0);
  expect(into.equals(bytes)).toBe(true);
});
