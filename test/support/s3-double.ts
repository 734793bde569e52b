/**
 * In-memory S3 for tests that verifies signatures, stores objects and parts, and can fail on demand.
 * test/server/drives/bucket also tests a real storage.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const DOUBLE_KEYS = { accessKeyId: 'DOUBLEKEY', secretAccessKey: 'double secret/with+signs' };

interface Kept {
  readonly bytes: Buffer;
  readonly changedMs: number;
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
  readonly begunMs: number;
}

/** Outcome of a request; `lost` executes it but drops the response. */
export type Fate = 'served' | 'refused' | 'silent' | 'lost' | 'broken' | 'busy';

export interface S3Double {
  readonly endpoint: string;
  readonly objects: Map<string, Kept>;
  readonly uploads: Map<string, Upload>;
  /** Method and path with query of each request. */
  readonly requests: string[];
  /** Chooses the outcome of each request. */
  fate: (method: string, path: string) => Fate;
  /** Clock of the storage. */
  nowMs: () => number;
  readonly close: () => Promise<void>;
}

const PAGE = 3;

export async function startS3Double(bucket: string): Promise<S3Double> {
  const objects = new Map<string, Kept>();
  const uploads = new Map<string, Upload>();
  const requests: string[] = [];
  let made = 0;

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://double');
    const query = url.searchParams;
    const send = (status: number, xml = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml);
    const refuse = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`);
    if (!isSigned(request, url, body)) return void refuse(403, 'SignatureDoesNotMatch');
    const [, name, ...rest] = url.pathname.split('/');
    if (name !== bucket) return void refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    const uploadId = query.get('uploadId') ?? '';
    const upload = uploads.get(uploadId);

    if (key === '' && query.has('uploads')) {
      const found = [...uploads].filter(([, { key: of }]) => of.startsWith(query.get('prefix') ?? ''));
      const items = found.map(
        ([id, { key: of, begunMs }]) =>
          `<Upload><Key>${of}</Key><UploadId>${id}</UploadId><Initiated>${iso(begunMs)}</Initiated></Upload>`,
      );
      return void send(200, `<R><IsTruncated>false</IsTruncated>${items.join('')}</R>`);
    }
    if (key === '') {
      const names = [...objects.keys()].toSorted().filter((of) => of.startsWith(query.get('prefix') ?? ''));
      const after = query.get('continuation-token')?.slice('after&'.length) ?? '';
      const page = names.filter((of) => of > after).slice(0, PAGE);
      const items = page.map((of) => {
        const { bytes, changedMs } = objects.get(of) ?? { bytes: Buffer.alloc(0), changedMs: 0 };
        return `<Contents><Key>${of}</Key><LastModified>${iso(changedMs)}</LastModified><Size>${bytes.length}</Size></Contents>`;
      });
      const isLast = names.at(-1) === page.at(-1);
      const token = isLast ? '' : `<NextContinuationToken>after&amp;${page.at(-1)}</NextContinuationToken>`;
      return void send(200, `<R>${items.join('')}${token}</R>`);
    }
    if (request.method === 'POST' && query.has('uploads')) {
      made += 1;
      const id = `up/load+${made}`;
      uploads.set(id, { key, parts: new Map(), begunMs: double.nowMs() });
      return void send(200, `<R><UploadId>${id}</UploadId></R>`);
    }
    if (uploadId !== '' && upload?.key !== key) return void refuse(404, 'NoSuchUpload');
    if (upload !== undefined && request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return void send(200, '', { etag: etagOf(body) });
    }
    if (upload !== undefined && request.method === 'DELETE') {
      uploads.delete(uploadId);
      return void send(204);
    }
    if (upload !== undefined) {
      const told = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
      const parts = told.map(([, number, etag]) => {
        const part = upload.parts.get(Number(number));
        return part !== undefined && etagOf(part).replaceAll('"', '&quot;') === etag ? part : undefined;
      });
      const whole = parts.filter((part) => part !== undefined);
      const isShort = whole.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024);
      // S3 may start its response before the outcome is known.
      if (whole.length !== parts.length || isShort)
        return void send(200, '<Error><Code>InvalidPart</Code></Error>');
      objects.set(key, { bytes: Buffer.concat(whole), changedMs: double.nowMs() });
      uploads.delete(uploadId);
      return void send(200, '<R/>');
    }
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key))
        return void refuse(412, 'PreconditionFailed');
      objects.set(key, { bytes: body, changedMs: double.nowMs() });
      return void send(200, '', { etag: etagOf(body) });
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void send(204);
    }
    const kept = objects.get(key);
    if (kept === undefined) return void refuse(404, 'NoSuchKey');
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const { length } = kept.bytes;
    if (Number(from) >= length) return void refuse(416, 'InvalidRange');
    const last = Math.min(Number(to), length - 1);
    response.writeHead(206, { 'content-range': `bytes ${from}-${last}/${length}` });
    response.end(kept.bytes.subarray(Number(from), last + 1));
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const fate = double.fate(request.method ?? '', path);
    if (fate === 'refused') return void request.socket.destroy();
    const body = await buffer(request).catch(() => undefined);
    // A client that hangs up or a silent outcome gets no response.
    if (body === undefined || fate === 'silent') return;
    if (fate === 'busy') return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    if (fate === 'lost') {
      const end = () => request.socket.destroy();
      Object.assign(response, { writeHead: () => response, end });
    }
    if (fate === 'broken') {
      const end = response.end.bind(response);
      Object.assign(response, {
        end: (bytes: Buffer) => {
          response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
          return end;
        },
      });
    }
    answer(request, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const double: S3Double = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    requests,
    fate: () => 'served',
    nowMs: Date.now,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Verifies Signature Version 4 with the hash of the body. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const sent = /Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})/.exec(
    headers.authorization ?? '',
  );
  const hash = createHash('sha256').update(body).digest('hex');
  if (sent === null || sent[1] !== DOUBLE_KEYS.accessKeyId || headers['x-amz-content-sha256'] !== hash)
    return false;
  const [, , scope = '', names = '', signature = ''] = sent;
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ];
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (last, part) => createHmac('sha256', last).update(part).digest(),
      `AWS4${DOUBLE_KEYS.secretAccessKey}`,
    );
  const right = createHmac('sha256', key).update(text.join('\n')).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}
