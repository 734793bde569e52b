/** Tests requests from the page to the vault: refusals, removed headers, and streaming both ways. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forwardRequest, singleAddress } from '#main/host/forward-request.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';
import { stopChromium } from './electron/index.ts';
import { startUnlockedDesktop, type TestDesktop } from './support/desktop.ts';
import { openSession, send } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const MIB = 1024 * 1024;
const BIG_BYTES = 200 * MIB;
const WARM_UP_BYTES = 32 * MIB;
/** Limit for buffers of sockets, TLS and sealing together, far below the file's size. */
const MEMORY_MAX_BYTES = 100 * MIB;

const folder = makeTempDir();
let desktop: TestDesktop;
let token: string;
let securityGroupId: string;
beforeAll(async () => {
  desktop = await startUnlockedDesktop(folder.path);
  token = await openSession(desktop.page);
  const { body } = await send(desktop.page, '/v1/session', { token });
  securityGroupId = body.groups[0].security_group_id;
});
afterAll(async () => {
  await desktop.stop();
  await stopChromium();
  folder.remove();
});

/** The types of `fetch` do not include streamed bodies yet. */
interface StreamedInit extends RequestInit {
  readonly duplex?: 'half';
}

const vaultFetch = (path: string, init: StreamedInit = {}) =>
  desktop.window.webContents.session.fetch(new Request(`app://vault${path}`, init));

describe('app://vault/', needsChromium(), () => {
  test.each([
    ['another origin', { origin: 'https://example.com' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a request of %s', async (_name, headers) => {
    const answer = await vaultFetch('/v1/vault', { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'origin_not_allowed' } });
  });

  test('refuses another host of the same scheme', async () => {
    const { session } = desktop.window.webContents;
    expect((await session.fetch(new Request('app://print/v1/vault'))).status).toBe(403);
  });

  test('answers an API error as it came, with a policy that lets nothing run', async () => {
    const answer = await vaultFetch('/v1/patients');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.json()).toMatchObject({ error: { code: 'session_required' } });
  });

  test('an aborted request ends at the vault too', async () => {
    const abort = new AbortController();
    const body = new ReadableStream({ pull: () => pause(20) });
    const answer = vaultFetch(`/v1/drives/${securityGroupId}/nodes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
      signal: abort.signal,
    });
    await pause(50);
    abort.abort();
    expect((await answer).status).toBe(502);
    expect((await vaultFetch('/v1/vault')).status).toBe(200);
  });
});

describe('forwardRequest', needsChromium(), () => {
  test('strips what a browser adds for itself and keeps what the request means', async () => {
    let received: IncomingHttpHeaders = {};
    const server = createServer((request, response) => {
      received = request.headers;
      response.setHeader('set-cookie', 'a=b').end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const dispatcher = new Agent();
    onTestFinished(async () => {
      await dispatcher.close();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await forwardRequest(
      { reach: singleAddress(url), dispatcher },
      new Request('app://vault/v1/x', {
        headers: {
          origin: 'app://vault',
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          cookie: 'a=b',
          referer: 'app://vault/',
          'user-agent': 'Chromium',
          authorization: 'Bearer abc',
          range: 'bytes=0-1',
          'idempotency-key': 'key-1234',
        },
      }),
    );
    const { host, connection, ...rest } = received;
    expect([host, connection]).toEqual([url.slice('http://'.length), 'keep-alive']);
    expect(rest).toEqual({ authorization: 'Bearer abc', range: 'bytes=0-1', 'idempotency-key': 'key-1234' });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('a vault that does not answer is an answer', async () => {
    const dispatcher = new Agent();
    const target = { reach: singleAddress('http://127.0.0.1:9'), dispatcher };
    const answer = await forwardRequest(target, new Request('app://vault/v1/vault'));
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'protocol_error' } });
    await dispatcher.close();
  });
});

describe('a file of 200 MiB', needsChromium(), () => {
  test('goes up and comes down whole, at flat memory', async () => {
    // Warm up, because the first transfer allocates buffers that later ones reuse.
    await upAndDown(WARM_UP_BYTES);
    const memory = watchMemory();
    const { sent, received } = await upAndDown(BIG_BYTES);
    const grown = memory.stop();
    expect(received).toBe(sent);
    expect(grown).toBeLessThan(MEMORY_MAX_BYTES);
  });
});

/** Returns the SHA-256 of the sent and received bytes. */
async function upAndDown(size: number): Promise<{ sent: string; received: string }> {
  const chunk = Buffer.alloc(MIB, 'radiology');
  const sent = createHash('sha256');
  async function* multipart() {
    yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n');
    for (let done = 0; done < size; done += MIB) {
      sent.update(chunk);
      yield chunk;
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  const authorization = `Bearer ${token}`;
  const nodes = `/v1/drives/${securityGroupId}/nodes`;
  const uploaded = await vaultFetch(nodes, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(multipart(), { highWaterMark: 1 })) as ReadableStream,
    duplex: 'half',
  });
  expect(uploaded.status).toBe(201);
  const node: { node_id: string; size: number } = await uploaded.json();
  expect(node.size).toBe(size);
  const content = await vaultFetch(`${nodes}/${node.node_id}/content`, { headers: { authorization } });
  if (content.body === null) throw new Error('no content');
  const received = createHash('sha256');
  for await (const bytes of Readable.fromWeb(content.body as NodeReadableStream)) received.update(bytes);
  return { sent: sent.digest('hex'), received: received.digest('hex') };
}

/** Measures the growth of the process with its threads, in bytes. */
function watchMemory(): { readonly stop: () => number } {
  globalThis.gc?.();
  const start = process.memoryUsage().rss;
  let highest = start;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return highest - start;
    },
  };
}
