/** Hostile peers with a valid certificate: slow bodies, oversized bodies, hundreds of session openings. */
import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export interface PeerFiles {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
}

const DRIP_EVERY_MS = 500;
const OPENINGS_AT_ONCE = 200;
const TOO_LARGE_BYTES = 64 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

/** Actions that each repeats until stopped; refusals and cut connections are expected. */
export const HOSTILE: readonly ((url: string, files: PeerFiles, stop: AbortSignal) => Promise<void>)[] = [
  async function drip(url, files, stop) {
    const sending = open(`${url}/v1/patients`, files, { 'content-length': 10_000 });
    while (!stop.aborted && !sending.peer.destroyed) {
      sending.peer.write(' ');
      await wait(DRIP_EVERY_MS);
    }
    sending.peer.destroy();
    await sending.ended;
  },
  async function tooLarge(url, files, stop) {
    const sending = open(`${url}/v1/patients`, files, { 'content-length': TOO_LARGE_BYTES });
    for (let sent = 0; sent < TOO_LARGE_BYTES && !stop.aborted; sent += CHUNK.length) {
      if (sending.peer.destroyed) break;
      if (!sending.peer.write(CHUNK)) await wait(10);
    }
    sending.peer.destroy();
    await sending.ended;
  },
  async function openings(url, files) {
    const body = JSON.stringify({ passphrase: 'certainly not this one' });
    await Promise.all(
      Array.from({ length: OPENINGS_AT_ONCE }, async () => {
        const sending = open(`${url}/v1/session`, files, { 'content-length': body.length });
        sending.peer.end(body);
        await sending.ended;
      }),
    );
  },
];

function open(url: string, files: PeerFiles, headers: Record<string, number>) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const peer = request(url, {
    ...files,
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  peer.once('response', (response) => response.resume());
  peer.once('error', () => undefined);
  peer.once('close', () => resolve());
  return { peer, ended };
}
