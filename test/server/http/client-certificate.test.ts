import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { colonPath } from '#contract/route.ts';
import { ROUTES } from '#contract/routes.ts';
import { issueTestCertificate } from '#test/support/certificates.ts';
import { type ClientIdentity, createRawClient } from '#test/support/client.ts';
import { startTestServer, type TestServer, testServer } from '#test/support/start-tls-server.ts';

let vault: TestServer;
beforeAll(async () => {
  vault = await startTestServer();
});
afterAll(() => vault.stop());

function clientWith(identity: ClientIdentity | undefined, of: TestServer = vault) {
  const client = createRawClient(of.server.url, of.ca, identity);
  onTestFinished(client.close);
  return client;
}

/** Issues a certificate with any names, signed by the vault's own CA. */
function issuedHere(cns: readonly string[], purpose: 'client' | 'server' = 'client') {
  const privateKeyPem = vault.server.pki.caKeyPem();
  if (privateKeyPem === undefined) throw new Error('the CA key is in memory before initialisation');
  return issueTestCertificate({
    cns,
    purpose,
    issuer: { certificatePem: vault.server.pki.caPem(), privateKeyPem },
  });
}

async function expectRefused(identity: ClientIdentity | undefined, status: number, code: string) {
  const answer = await clientWith(identity).send('/healthz');
  expect(answer.status).toBe(status);
  expect(answer.json.error).toMatchObject({ code, trace_id: answer.headers['x-request-id'] });
}

describe('client certificate', () => {
  test('without one every route of the table, unknown paths and OPTIONS answer 401', async () => {
    const client = clientWith(undefined);
    const paths = [
      ...ROUTES.map(({ method, path }) => ({ method, path: colonPath(path) })),
      { method: 'GET', path: '/' },
      { method: 'GET', path: '/index.html' },
      { method: 'GET', path: '/no/such/route' },
      { method: 'OPTIONS', path: '/v1/patients' },
      { method: 'HEAD', path: '/healthz' },
      { method: 'GET', path: '/v1/%zz' },
      { method: 'PROPFIND', path: '/v1/patients' },
    ];
    for (const { method, path } of paths) {
      const answer = await client.send(path, { method });
      expect(answer.status, `${method} ${path}`).toBe(401);
      if (method !== 'HEAD')
        expect(answer.json.error).toMatchObject({
          code: 'client_certificate_required',
          message: expect.stringContaining('import pki/desktop.p12'),
        });
    }
  });

  test('one of this vault is let in', async () => {
    const { client_cn, certificate_pem, private_key_pem } = await vault.server.pki.issueClient({
      name: 'Modality worklist',
      expires_at: null,
    });
    expect(client_cn).toMatch(/^modality-worklist-[0-9a-f]{8}$/);
    const answer = await clientWith({ cert: certificate_pem, key: private_key_pem }).send('/healthz');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({});
  });

  test('one of another CA is refused, whatever name it carries', async () => {
    await expectRefused(await issueTestCertificate({ cns: ['desktop'] }), 401, 'client_certificate_required');
  });

  test('two common names, or none, are refused', async () => {
    await expectRefused(await issuedHere(['desktop', 'desktop']), 401, 'client_certificate_required');
    await expectRefused(await issuedHere([]), 401, 'client_certificate_required');
    await expectRefused(await issuedHere(['']), 401, 'client_certificate_required');
  });

  test('a certificate for servers is refused', async () => {
    await expectRefused(await issuedHere(['desktop'], 'server'), 401, 'client_certificate_required');
  });

  test('variants of an issued name are other names', async () => {
    for (const cn of ['Desktop', 'desktop ', 'desktop\0', 'desktop.evil']) {
      await expectRefused(await issuedHere([cn]), 403, 'client_certificate_cn_not_allowed');
    }
  });

  test('a revoked one is refused at once, on a connection that is already open', async () => {
    const issued = await vault.server.pki.issueClient({ name: 'soon gone', expires_at: null });
    const client = clientWith({ cert: issued.certificate_pem, key: issued.private_key_pem });
    expect((await client.send('/healthz')).status).toBe(200);
    vault.server.pki.revoke(issued.fingerprint);
    const answer = await client.send('/healthz');
    expect(answer.status).toBe(401);
    expect(answer.json.error.code).toBe('client_certificate_required');
  });

  test('with an allow-list only the names on it are let in', async () => {
    const strict = await testServer({ allowedClientCns: ['somebody-else'] });
    const answer = await strict.desktop.send('/healthz');
    expect(answer.status).toBe(403);
    expect(answer.json.error.code).toBe('client_certificate_cn_not_allowed');
  });
});

describe('TLS', () => {
  test('refuses TLS 1.2', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect({
      port: vault.server.port,
      host: '127.0.0.1',
      ca: vault.ca,
      maxVersion: 'TLSv1.2',
    });
    socket.once('secureConnect', () => resolve('connected'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    expect(await promise).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    socket.destroy();
  });

  test('agrees on keys with the hybrid post-quantum group, or X25519, and no other', async () => {
    const groupWith = (ecdhCurve?: string) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const { port } = vault.server;
      const curve = ecdhCurve === undefined ? {} : { ecdhCurve };
      const socket = connect({ port, host: '127.0.0.1', ca: vault.ca, ...curve }, () => {
        resolve(Reflect.get(socket.getEphemeralKeyInfo() ?? {}, 'name'));
        socket.destroy();
      });
      socket.once('error', () => resolve('refused'));
      return promise;
    };
    expect(await groupWith()).toBe('X25519MLKEM768');
    expect(await groupWith('X25519')).toBe('X25519');
    expect(await groupWith('P-256')).toBe('refused');
  });

  test('a session resumed without a certificate is nobody, after a connection with or without one', async () => {
    const desktop = vault.server.pki.desktop();
    for (const identity of [{}, { cert: desktop.certificatePem, key: desktop.privateKeyPem }]) {
      const first = await exchange(identity);
      const second = await exchange(first.session ? { session: first.session } : {});
      expect(second.isReused).toBe(false);
      expect(second.statusLine).toBe('HTTP/1.1 401 Unauthorized');
    }
  });

  test('answers on ::1 with the same port', async () => {
    const client = createRawClient(`https://[::1]:${vault.server.port}`, vault.ca, {
      cert: vault.server.pki.desktop().certificatePem,
      key: vault.server.pki.desktop().privateKeyPem,
    });
    onTestFinished(client.close);
    expect((await client.send('/healthz')).status).toBe(200);
  });
});

interface Exchange {
  readonly statusLine: string;
  readonly session: Buffer | undefined;
  readonly isReused: boolean;
}

/** Sends one request on its own connection; returns its TLS session, if any. */
function exchange(options: { cert?: string; key?: string; session?: Buffer }): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const { port } = vault.server;
  let session: Buffer | undefined;
  let answer = '';
  let isReused = false;
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca: vault.ca, ...options }, () => {
    isReused = socket.isSessionReused();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  });
  socket.on('session', (fresh) => {
    session = fresh;
  });
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.once('error', reject);
  socket.once('close', () => {
    const statusLine = answer.slice(0, answer.indexOf('\r\n'));
    resolve({ statusLine, session, isReused });
  });
  return promise;
}
