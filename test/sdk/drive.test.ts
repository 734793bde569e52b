import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SINGLE_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { APIUserAbortError, IntegrityError } from '#sdk/errors.ts';
import {
  errorBody,
  type FakeVault,
  type ScriptedAnswer,
  type SeenRequest,
  startFakeVault,
} from '#test/support/sdk-fake-server.ts';
import { clientOf, ID, OTHER_ID } from './fake-client.ts';

const nodes = `/v1/drives/${ID}/nodes`;
const node = { node_id: OTHER_ID, security_group_id: ID };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the bytes of a form's file part, which is the last. */
const fileOf = (form: Buffer) =>
  form.subarray(form.indexOf('\r\n\r\n', form.indexOf('filename=')) + 4, form.lastIndexOf('\r\n--', -5));
const storedAnswer = ({ body }: Pick<SeenRequest, 'body'>) => ({
  status: 201,
  body: { ...node, sha256: sha256(fileOf(body)) },
});

let vault: FakeVault;
let script: (request: SeenRequest) => ScriptedAnswer;
let folder: string;

beforeEach(async () => {
  vault = await startFakeVault((request) => script(request));
  folder = mkdtempSync(join(tmpdir(), 'sdk-drive-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await vault.close();
});

const drive = () => clientOf(vault).drive(ID);

describe('upload of a small file', () => {
  test('is one multipart request with its name, place and idempotency key', async () => {
    script = storedAnswer;
    const path = join(folder, 'größe "1".txt');
    writeFileSync(path, 'hello');
    const progress: number[] = [];
    const uploaded = await drive().upload(path, {
      parent_id: OTHER_ID,
      on_conflict: 'fail',
      onProgress: ({ loaded, total }) => progress.push(loaded, total ?? -1),
    });
    const [request] = vault.requests;
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('no file part');
    expect(await file.text()).toBe('hello');
    expect(Object.fromEntries([...form].filter(([name]) => name !== 'file'))).toEqual({
      name: 'größe "1".txt',
      parent_id: OTHER_ID,
      on_conflict: 'fail',
    });
    expect(request?.path).toBe(nodes);
    expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(request?.headers['content-length']).toBe(String(request?.body.length));
    expect(uploaded.sha256).toBe(sha256(Buffer.from('hello')));
    expect(progress).toEqual([5, 5]);
  });

  test('takes bytes, Blobs and streams, empty ones too', async () => {
    script = storedAnswer;
    async function* stream() {
      yield Buffer.from('ab');
      yield Buffer.from('c');
    }
    for (const [input, text] of [
      [Buffer.from('abc'), 'abc'],
      [new Blob(['abc']), 'abc'],
      [stream(), 'abc'],
      [new Uint8Array(0), ''],
    ] as const) {
      expect((await drive().upload(input, { name: 'x' })).sha256).toBe(sha256(Buffer.from(text)));
      expect(vault.requests.at(-1)?.body.toString()).toContain(`\r\n\r\n${text}\r\n--`);
    }
  });

  test('is sent again after a broken connection, unless its stream is used up', async () => {
    script = ({ count, body }) => (count % 2 === 1 ? { drop: true } : storedAnswer({ body }));
    await expect(drive().upload(Buffer.from('abc'), { name: 'x' })).resolves.toMatchObject(node);
    expect(vault.requests.length).toBe(2);
    async function* stream() {
      yield Buffer.from('abc');
    }
    await expect(drive().upload(stream(), { name: 'x' })).rejects.toMatchObject({
      name: 'APIConnectionError',
    });
    expect(vault.requests.length).toBe(3);
  });

  test('passes on what its source throws, and sends nothing again', async () => {
    script = storedAnswer;
    async function* failing() {
      yield Buffer.from('abc');
      throw new RangeError('the scanner jammed');
    }
    await expect(drive().upload(failing(), { name: 'x' })).rejects.toThrow(RangeError);
    expect(vault.requests).toEqual([]);
  });

  test('needs a name', async () => {
    await expect(drive().upload(Buffer.from('abc'))).rejects.toBeInstanceOf(TypeError);
    expect(vault.requests).toEqual([]);
  });
});

describe('upload of a large file', () => {
  const PART = 8 * 1024 * 1024;
  const bytes = randomBytes(SINGLE_REQUEST_MAX_BYTES + 5);
  let parts: Map<number, Buffer>;

  beforeEach(() => {
    parts = new Map();
    script = ({ method, path, body }) => {
      if (path.endsWith('/uploads')) return { status: 201, body: { ...node, part_size: PART } };
      if (path.endsWith('/complete')) return { body: { ...node, sha256: sha256(received()) } };
      if (method === 'GET') {
        return {
          body: {
            items: [...parts].map(([n, part]) => ({ n, size: part.length, sha256: sha256(part) })),
            part_size: PART,
            declared_size: bytes.length,
          },
        };
      }
      const n = Number(path.split('/').at(-1));
      parts.set(n, body);
      return { body: { n, size: body.length } };
    };
  });

  const received = () => Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));

  test('goes in parts, and a part that failed goes again', async () => {
    const accept = script;
    script = (request) =>
      request.path.endsWith('/parts/2') && request.count === 1 ? { drop: true } : accept(request);
    const started: string[] = [];
    const uploaded = await drive().upload(bytes, { name: 'big', onStart: (id) => started.push(id) });
    expect(received().equals(bytes)).toBe(true);
    expect(uploaded.sha256).toBe(sha256(bytes));
    expect(started).toEqual([OTHER_ID]);
    expect(vault.requests.filter(({ path }) => path.endsWith('/parts/2'))).toHaveLength(2);
  });

  test('resumes an interrupted transfer: only what is missing is sent, one node', async () => {
    const accept = script;
    script = (request) =>
      request.path.endsWith('/parts/2')
        ? { status: 402, body: errorBody('insufficient_credit') }
        : accept(request);
    await expect(drive().upload(bytes, { name: 'big' })).rejects.toMatchObject({ status: 402 });
    script = accept;
    vault.requests.length = 0;
    const uploaded = await drive().upload(bytes, { name: 'big', resume: OTHER_ID });
    expect(received().equals(bytes)).toBe(true);
    expect(uploaded.sha256).toBe(sha256(bytes));
    expect(vault.requests.map(({ method, path }) => `${method} ${path.slice(nodes.length)}`)).toEqual([
      `GET /${OTHER_ID}/parts`,
      `PUT /${OTHER_ID}/parts/2`,
      `PUT /${OTHER_ID}/parts/3`,
      `POST /${OTHER_ID}/complete`,
    ]);
  });

  test('a stream of known length is buffered part by part, so that its parts can be repeated', async () => {
    async function* stream() {
      for (let at = 0; at < bytes.length; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003);
    }
    const accept = script;
    script = (request) =>
      request.path.endsWith('/parts/1') && request.count === 1 ? { drop: true } : accept(request);
    await drive().upload(stream(), { name: 'big', size: bytes.length });
    expect(received().equals(bytes)).toBe(true);
  });

  test('an abort in the middle ends it and completes nothing', async () => {
    const aborter = new AbortController();
    const pending = drive().upload(bytes, {
      name: 'big',
      signal: aborter.signal,
      onProgress: ({ loaded }) => loaded >= PART && aborter.abort(),
    });
    await expect(pending).rejects.toBeInstanceOf(APIUserAbortError);
    expect(vault.requests.some(({ path }) => path.endsWith('/complete'))).toBe(false);
  });
});

describe('download', () => {
  const bytes = randomBytes(300_000);
  const whole: ScriptedAnswer = { body: bytes, headers: { etag: '"1"', 'content-type': 'application/pdf' } };
  const from = (request: SeenRequest): ScriptedAnswer => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    return start === 0 ? whole : { ...whole, status: 206, body: bytes.subarray(start) };
  };

  test('gives the bytes with progress and checks the hash', async () => {
    script = from;
    const progress: number[] = [];
    const file = await drive().download(OTHER_ID, {
      sha256: sha256(bytes),
      onProgress: ({ loaded }) => progress.push(loaded),
    });
    expect(file).toMatchObject({ size: bytes.length, mime_type: 'application/pdf', etag: '"1"' });
    expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
    expect(progress.at(-1)).toBe(bytes.length);
    expect(file.sha256()).toBe(sha256(bytes));
  });

  test('fails at its end when the hash is another', async () => {
    script = from;
    const file = await drive().download(OTHER_ID, { sha256: sha256(Buffer.from('other')) });
    await expect(file.bytes()).rejects.toBeInstanceOf(IntegrityError);
  });

  test('goes on from the last byte after a broken connection', async () => {
    script = (request) => (request.count === 1 ? { ...whole, cutAfter: 100_000 } : from(request));
    const file = await drive().download(OTHER_ID, { sha256: sha256(bytes) });
    expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
    expect(vault.requests[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  test('does not join two files', async () => {
    script = (request) =>
      request.count === 1 ? { ...whole, cutAfter: 100_000 } : { ...from(request), headers: { etag: '"2"' } };
    const file = await drive().download(OTHER_ID);
    await expect(file.bytes()).rejects.toBeInstanceOf(IntegrityError);
  });

  test('gives up when no byte comes any more', async () => {
    script = (request) => ({ ...from(request), cutAfter: 0 });
    const file = await drive().download(OTHER_ID);
    await expect(file.bytes()).rejects.toMatchObject({ name: 'APIConnectionError' });
    expect(vault.requests.length).toBe(4);
  });

  test('asks for a range as it is given, and an empty file is no error', async () => {
    script = () => ({ status: 206, body: Buffer.from('cd') });
    const file = await drive().download(OTHER_ID, { range: { start: 2, end: 3 } });
    expect(vault.requests[0]?.headers.range).toBe('bytes=2-3');
    expect(await (await file.blob()).text()).toBe('cd');
    script = () => ({ body: Buffer.alloc(0) });
    expect(await (await drive().download(OTHER_ID)).bytes()).toHaveLength(0);
  });
});
