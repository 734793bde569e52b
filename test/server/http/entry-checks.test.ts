import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { JSON_BODY_MAX_BYTES } from '#contract/limits.ts';
import { readDesktop } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { createTestClock } from '#test/support/clock.ts';
import { startTestServer, type TestServer, testServer } from '#test/support/start-tls-server.ts';

let vault: TestServer;
beforeAll(async () => {
  vault = await startTestServer();
});
afterAll(() => vault.stop());

const send = (headers: Record<string, string>, path = '/healthz') => vault.desktop.send(path, { headers });

describe('Host', () => {
  test('takes loopback names with the port', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect((await send({ host: `${name}:${vault.server.port}` })).status, name).toBe(200);
    }
  });

  test('refuses any other name, port or form before routing', async () => {
    const { port } = vault.server;
    for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `localhost.:${port}`]) {
      for (const path of ['/healthz', '/no/such/route', '/v1/%zz']) {
        const answer = await send({ host }, path);
        expect(answer.status, host).toBe(400);
        expect(answer.json.error.code).toBe('host_not_allowed');
      }
    }
  });

  test('takes an address given with --host, which the certificate names too', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const host =
      addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
    const named = await testServer({ hosts: [host] });
    const client = createRawClient(
      `https://${host}:${named.server.port}`,
      named.ca,
      readDesktop(named.dataDir),
    );
    onTestFinished(client.close);
    expect((await client.send('/healthz')).status).toBe(200);
  });
});

describe('a request that names its host in two ways', () => {
  const raw = async (head: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const identity = readDesktop(vault.dataDir);
    const socket = connect({ port: vault.server.port, host: '127.0.0.1', ca: vault.ca, ...identity });
    let answer = '';
    socket.once('secureConnect', () => socket.write(`${head}\r\nconnection: close\r\n\r\n`));
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    return promise;
  };

  test('is refused: Host twice, a whole URL or a star as target', async () => {
    const host = `127.0.0.1:${vault.server.port}`;
    const heads = [
      `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nHost: ${host}`,
      `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example`,
      `GET https://${host}/healthz HTTP/1.1\r\nhost: ${host}`,
      `GET http://evil.example/healthz HTTP/1.1\r\nhost: ${host}`,
      `OPTIONS * HTTP/1.1\r\nhost: ${host}`,
    ];
    for (const head of heads) {
      const answer = await raw(head);
      expect(answer, head).toMatch(/^HTTP\/1.1 400 /);
      expect(answer, head).toContain('malformed_request');
    }
    expect(await raw(`GET /healthz HTTP/1.1\r\nhost: ${host}`)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('Origin', () => {
  test('takes the page of the same address', async () => {
    const host = `127.0.0.1:${vault.server.port}`;
    expect((await send({ host, origin: `https://${host}` })).status).toBe(200);
  });

  test('refuses every other one, and sends no CORS header', async () => {
    for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${vault.server.port}`, '']) {
      const answer = await send({ origin });
      expect(answer.status, origin).toBe(403);
      expect(answer.json.error.code).toBe('origin_not_allowed');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('rate limit', () => {
  test('answers 429 with whole seconds in Retry-After, per certificate, and recovers', async () => {
    const clock = createTestClock();
    const limited = await testServer({ rateLimit: 3, clock });
    for (let count = 0; count < 3; count += 1) {
      expect((await limited.desktop.send('/no/such/route')).status).toBe(404);
    }
    const refused = await limited.desktop.send('/healthz');
    expect(refused.status).toBe(429);
    expect(refused.json.error.code).toBe('rate_limited');
    expect(refused.headers['retry-after']).toBe('1');
    clock.advance(1000);
    expect((await limited.desktop.send('/healthz')).status).toBe(200);
  });
});

describe('x-request-id', () => {
  test('echoes a usable one and makes it the trace id', async () => {
    const answer = await send({ 'x-request-id': 'my-trace~1' }, '/no/such/route');
    expect(answer.headers['x-request-id']).toBe('my-trace~1');
    expect(answer.json.error.trace_id).toBe('my-trace~1');
  });

  test('replaces one that is too long or not visible ASCII', async () => {
    for (const id of ['x'.repeat(129), 'two words', 'ümlaut']) {
      const answer = await send({ 'x-request-id': Buffer.from(id).toString('latin1') });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}-\d+$/);
    }
  });
});

describe('what never becomes a request', () => {
  const raw = (text: string, withCertificate: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const identity = withCertificate ? readDesktop(vault.dataDir) : {};
    const socket = connect({ port: vault.server.port, host: '127.0.0.1', ca: vault.ca, ...identity }, () =>
      socket.write(text),
    );
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    return promise;
  };

  test('malformed HTTP answers 400 malformed_request with a certificate and 401 without', async () => {
    const nonsense = 'NONSENSE\r\n\r\n';
    expect(await raw(nonsense, true)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/);
    expect(await raw(nonsense, false)).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"client_certificate_required"/);
  });

  test('an oversized request head answers 400', async () => {
    const head = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${vault.server.port}\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`;
    expect(await raw(head, true)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/);
  });

  test('a request without Host answers 400 host_not_allowed', async () => {
    const answer = await raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', true);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"host_not_allowed"/);
  });

  test('CONNECT is no way through', async () => {
    const answer = await raw('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', true);
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"route_not_found"/);
  });

  test('an unknown Expect is no reason for a status outside of the table', async () => {
    const { port } = vault.server;
    const answer = await raw(
      `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n`,
      true,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('routing', () => {
  test('unknown paths and wrong methods answer 404 route_not_found', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v2/patients'],
      ['GET', '/v1/patientsx'],
      ['POST', '/healthz'],
      ['DELETE', '/v1/session'],
      ['OPTIONS', '/v1/patients'],
      ['TRACE', '/healthz'],
      ['PROPFIND', '/healthz'],
    ] as const) {
      const answer = await vault.desktop.send(path, { method });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.json.error.code).toBe('route_not_found');
    }
  });

  test('a path without a route answers so whatever body comes with it', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['application/json', ' '.repeat(JSON_BODY_MAX_BYTES + 1)],
      ['text/xml', '<a/>'],
    ] as const) {
      const headers = { 'content-type': type };
      const answer = await vault.desktop.send('/v1/no-such-route', { method: 'POST', headers, body });
      expect(answer.status, type).toBe(404);
      expect(answer.json.error.code).toBe('route_not_found');
    }
  });

  test('HEAD answers like GET without a body', async () => {
    const get = await vault.desktop.send('/v1/vault');
    const head = await vault.desktop.send('/v1/vault', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('answers are never cached and never sniffed', async () => {
    const { headers } = await send({});
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
