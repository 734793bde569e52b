/** Tests that the rest of an answered request is read, so that its connection and buffers become free. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { drainBodyAfter } from '#server/http/routes/drives/drain-body.ts';

/** Starts a server that responds once `work` is done. @returns the requests it saw, and a function to send one. */
async function answering(work: (request: IncomingMessage) => Promise<unknown>) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const answer = (status: number) => response.writeHead(status).end();
    drainBodyAfter({ raw: request }, () => work(request)).then(
      () => answer(200),
      () => answer(422),
    );
  }).listen(0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function send(body: Buffer): Promise<number | undefined> {
    const sent = httpRequest({ host: '127.0.0.1', port, method: 'PUT', agent });
    sent.end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  }
  return { seen, send };
}

/** Reads only the first piece, as a form parser that has all it needs. */
async function readBeginning(request: IncomingMessage): Promise<void> {
  await once(request, 'readable');
  request.pause();
}

async function refuse(request: IncomingMessage): Promise<never> {
  await readBeginning(request);
  throw new Error('refused');
}

async function refuseWhole(request: IncomingMessage): Promise<never> {
  await readBeginning(request);
  await expect.poll(() => request.complete).toBe(true);
  throw new Error('refused');
}

test.each([
  ['had come whole before it was refused', refuseWhole, 100, 422],
  ['was still coming when it was refused', refuse, 4 * 1024 * 1024, 422],
  ['went on behind what was wanted of it', readBeginning, 4 * 1024 * 1024, 200],
])('a body that %s', async (_what, work, bytes, status) => {
  const { seen, send } = await answering(work);
  for (let n = 0; n < 3; n += 1) expect(await send(Buffer.alloc(bytes))).toBe(status);
  await expect.poll(() => seen.map(({ closed }) => closed)).toEqual([true, true, true]);
});
