import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { batchResponses } from '#server/http/response/send-responses-per-turn.ts';
import { makeCertificates } from '#test/support/sdk-certificates.ts';

test('what was asked in one turn is answered behind all of it, in its order, body and headers unchanged', async () => {
  const app = fastify();
  const order: string[] = [];
  batchResponses(app);
  app.get<{ Params: { name: string } }>('/:name', (request, reply) => {
    order.push(`asked ${request.params.name}`);
    return reply.header('x-name', request.params.name).send({ name: request.params.name });
  });
  app.addHook('onResponse', (request, _reply, done) => {
    order.push(`answered ${request.url.slice(1)}`);
    done();
  });
  await app.ready();
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => app.inject(`/${name}`)));
  expect(order.slice(0, 3)).toEqual(['asked a', 'asked b', 'asked c']);
  expect(order.slice(3)).toEqual(['answered a', 'answered b', 'answered c']);
  expect(answers.map((answer) => [answer.headers['x-name'], answer.json()])).toEqual(
    ['a', 'b', 'c'].map((name) => [name, { name }]),
  );
  await app.close();
});

test('whoever sends nothing more is answered before the connection ends', async () => {
  const { server, client, ca } = await makeCertificates();
  const app = fastify({ https: server });
  batchResponses(app);
  app.get('/', (_request, reply) => reply.send('here'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ ...client, ca, host: '127.0.0.1', port });
  // Over TLS the end of sending arrives together with the data.
  socket.end('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*here$/s);
  await app.close();
});
