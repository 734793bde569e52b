/** What a refused request still brings is read, so that its connection and its buffers are free for the next. */
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { drainOnFailure } from '#server/routes/drives/drain-body.ts';

/** A server that refuses each request once `when` it says so. @returns the requests it saw and how to send one. */
async function refusing(when: (request: IncomingMessage) => Promise<unknown>) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const work = () => when(request).then(() => Promise.reject(new Error('refused')));
    const answered: Pick<FastifyRequest, 'raw'> = { raw: request };
    void drainOnFailure(answered, work).catch(() => response.writeHead(422).end());
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

/** As a parser of forms that found something to refuse in the first piece. */
async function halfRead(request: IncomingMessage): Promise<void> {
  await once(request, 'readable');
  request.pause();
}

test('a body that had come whole before it was refused', async () => {
  const { seen, send } = await refusing(async (request) => {
    await halfRead(request);
    await expect.poll(() => request.complete).toBe(true);
  });
  for (let n = 0; n < 3; n += 1) expect(await send(Buffer.alloc(100))).toBe(422);
  await expect.poll(() => seen.map(({ closed }) => closed)).toEqual([true, true, true]);
});

test('a body that was still coming', async () => {
  const { seen, send } = await refusing(halfRead);
  for (let n = 0; n < 3; n += 1) expect(await send(Buffer.alloc(4 * 1024 * 1024))).toBe(422);
  await expect.poll(() => seen.map(({ closed }) => closed)).toEqual([true, true, true]);
});
