import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireReader, UnreadResponsesError } from '#server/imaging/dimse/thread/unread-responses.ts';

/** Both ends of a connection. */
async function pair(): Promise<{ readonly ours: Socket; readonly peers: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const peers = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [ours]: Socket[] = await accepted;
  if (ours === undefined) throw new Error('no connection');
  for (const socket of [ours, peers]) onTestFinished(() => void socket.destroy());
  return { ours, peers };
}

test('a peer that leaves more unread than the kernel takes has no further request', async () => {
  const { ours, peers } = await pair();
  peers.pause();
  ours.write(Buffer.alloc(32 * 1024 * 1024));
  expect(() => requireReader(ours)).toThrow(UnreadResponsesError);
});

test('one that has read as much has its next', async () => {
  const { ours, peers } = await pair();
  peers.resume();
  const sent = once(ours, 'drain');
  ours.write(Buffer.alloc(32 * 1024 * 1024));
  await sent;
  expect(() => requireReader(ours)).not.toThrow();
});
