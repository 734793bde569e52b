import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  CONCURRENT_UPLOADS_PER_CERTIFICATE,
  IDLE_LOCK_SECONDS_DEFAULT,
  PART_SIZE_BYTES,
} from '#contract/limits.ts';
import { randomBytes } from '#crypto/random.ts';
import { blobFiles } from '#test/server/drives/drive-fixture.ts';
import { createTestClock } from '#test/support/clock.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { createDriveClient, type DriveClient, fileForm, formOf, MULTIPART } from './drive-client.ts';

let started: InitialisedServer;
let drive: DriveClient;
beforeAll(async () => {
  started = await startInitialisedServer();
  drive = createDriveClient(started);
});
afterAll(() => started.stop());

const PATIENCE = { timeout: 240_000 };
const partFiles = () => blobFiles(started.dataDir).filter((file) => file.endsWith('.part'));

describe('POST /v1/drives/{sg}/nodes', () => {
  test('answers 201 with the ready node; fields may come before or after the file', async () => {
    const folder = (await drive.send('/folders', { method: 'POST', body: { name: 'Ordner' } })).json;
    const fields = [
      { name: 'parent_id', value: folder.node_id },
      { name: 'name', value: 'Überweisung.txt' },
    ];
    const file = { name: 'file', value: 'text', filename: 'other.txt' };
    for (const parts of [
      [file, ...fields],
      [...fields, file],
    ]) {
      const { status, json } = await drive.uploadForm(formOf(parts));
      expect(status).toBe(201);
      expect(json).toMatchObject({
        status: 'ready',
        size: 4,
        parent_id: folder.node_id,
        mime_type: 'text/plain',
      });
      expect(json.name).toMatch(/^Überweisung( \(2\))?\.txt$/);
    }
  });

  test('a UTF-8 filename is the name; an empty file is allowed', async () => {
    const { status, json } = await drive.uploadForm(fileForm('', 'Röntgen 胸部.dcm'));
    expect([status, json.name, json.size]).toEqual([201, 'Röntgen 胸部.dcm', 0]);
  });

  test('megabytes arrive as they were sent', async () => {
    const content = randomBytes(3_333_333);
    const node = await drive.upload(content, 'large.bin');
    expect((await drive.content(node.node_id)).bytes.equals(content)).toBe(true);
  });

  test.each([
    ['no file', formOf([{ name: 'name', value: 'x' }]), 422],
    [
      'two files',
      formOf([
        { name: 'file', value: 'a', filename: 'a' },
        { name: 'file', value: 'b', filename: 'b' },
      ]),
      422,
    ],
    ['a file of another name', formOf([{ name: 'document', value: 'a', filename: 'a' }]), 422],
    ['an unknown field', fileForm('a', 'a', { name: 'color', value: 'red' }), 422],
    ['a field twice', fileForm('a', 'a', { name: 'name', value: 'b' }, { name: 'name', value: 'c' }), 422],
    ['a prototype name', fileForm('a', 'a', { name: '__proto__', value: 'b' }), 422],
    ['a name with a slash', fileForm('a', 'a/b'), 422],
    ['a name too long', fileForm('a', 'a', { name: 'name', value: 'n'.repeat(5000) }), 422],
    ['a malformed parent_id', fileForm('a', 'a', { name: 'parent_id', value: '17' }), 422],
    ['an unknown parent_id', fileForm('a', 'a', { name: 'parent_id', value: v7() }), 404],
    ['an unknown on_conflict', fileForm('a', 'a', { name: 'on_conflict', value: 'maybe' }), 422],
    ['no filename', formOf([{ name: 'file', value: 'a' }]), 422],
    ['a form cut short', formOf([{ name: 'file', value: 'abc', filename: 'a' }], { isWhole: false }), 400],
    ['an empty body', Buffer.alloc(0), 422],
    ['no form at all', Buffer.from('hello'), 400],
  ])('%s is refused and leaves nothing', async (_what, body, status) => {
    const before = blobFiles(started.dataDir).length;
    const answer = await drive.uploadForm(body);
    expect([answer.status, answer.json?.error?.code]).toEqual([status, expect.any(String)]);
    expect(blobFiles(started.dataDir)).toHaveLength(before);
  });

  test('another media type, or multipart without boundary, is refused', async () => {
    const send = (type: string) =>
      drive.send('/nodes', { method: 'POST', body: fileForm('a', 'a'), headers: { 'content-type': type } });
    expect((await send('application/json')).status).toBe(422);
    expect((await send('text/plain')).status).toBe(422);
    expect((await send('multipart/form-data')).status).toBe(400);
  });

  test('a refusal is seen even when the body is large', async () => {
    const { status, json } = await drive.send('/nodes', {
      method: 'POST',
      headers: MULTIPART,
      body: formOf([{ name: 'document', value: randomBytes(20_000_000), filename: 'a' }]),
    });
    expect([status, json.error.code]).toEqual([422, 'invalid_request']);
  });

  test('a cut connection leaves nothing', async () => {
    const before = blobFiles(started.dataDir).length;
    const sending = drive.open('/nodes', 'POST', { ...MULTIPART, 'content-length': 10_000_000 });
    sending.on('error', () => undefined);
    sending.write(fileForm(randomBytes(2_000_000), 'cut').subarray(0, 1_500_000));
    await expect.poll(partFiles, PATIENCE).toHaveLength(1);
    sending.destroy();
    await expect.poll(() => blobFiles(started.dataDir), PATIENCE).toHaveLength(before);
  });

  test('locking the session aborts it at once', async () => {
    const before = blobFiles(started.dataDir).length;
    const opened = await started.desktop.send('/v1/session', {
      method: 'POST',
      body: { recovery_key: started.recovery_key },
    });
    const token = opened.json.session_token;
    const authorization = `Bearer ${token}`;
    const sending = drive.open('/nodes', 'POST', {
      ...MULTIPART,
      'content-length': 10_000_000,
      authorization,
    });
    sending.on('error', () => undefined);
    sending.write(fileForm(randomBytes(2_000_000), 'cut').subarray(0, 1_500_000));
    await expect.poll(partFiles, PATIENCE).toHaveLength(1);
    const answered = once(sending, 'response');
    await started.desktop.send('/v1/session/lock', { method: 'POST', token });
    const [response] = await answered;
    expect(response.statusCode).toBe(401);
    sending.destroy();
    await expect.poll(() => blobFiles(started.dataDir), PATIENCE).toHaveLength(before);
  });

  test('the same Idempotency-Key and content answer the same node; other content is a replay', async () => {
    const key = { 'idempotency-key': 'upload-key-0001' };
    const first = await drive.uploadForm(fileForm('same', 'once.txt'), key);
    const second = await drive.uploadForm(fileForm('same', 'once.txt'), key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    const other = await drive.uploadForm(fileForm('sam3', 'once.txt'), key);
    expect([other.status, other.json.error.code]).toEqual([409, 'replay']);
    expect(partFiles()).toEqual([]);
  });

  test('a file announced as larger than the setting allows is refused before it is sent', async () => {
    const settings = (max_file_bytes: number) =>
      started.desktop.send('/v1/settings', {
        method: 'PATCH',
        token: started.token,
        body: { max_file_bytes },
      });
    const { max_file_bytes } = (await started.desktop.send('/v1/settings', { token: started.token })).json;
    expect((await settings(1_000_000)).status).toBe(200);
    const sending = drive.open('/nodes', 'POST', { ...MULTIPART, 'content-length': 5_000_000 });
    sending.on('error', () => undefined);
    sending.write(fileForm('x'.repeat(1000), 'large').subarray(0, 500));
    const [response] = await once(sending, 'response');
    expect(response.statusCode).toBe(400);
    sending.destroy();
    const sent = await drive.uploadForm(fileForm(randomBytes(1_000_001), 'large'));
    expect([sent.status, sent.json.error.code]).toEqual([400, 'request_too_large']);
    await settings(max_file_bytes);
  });

  test('more than eight at a time on one certificate are refused with Retry-After', async () => {
    const waiting = Array.from({ length: CONCURRENT_UPLOADS_PER_CERTIFICATE }, () => {
      const sending = drive.open('/nodes', 'POST', { ...MULTIPART, 'transfer-encoding': 'chunked' });
      sending.on('error', () => undefined);
      sending.write(fileForm('x'.repeat(1000), 'slow').subarray(0, 500));
      return sending;
    });
    await expect.poll(partFiles, PATIENCE).toHaveLength(CONCURRENT_UPLOADS_PER_CERTIFICATE);
    const refused = await drive.uploadForm(fileForm('x', 'ninth'));
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const sending of waiting) sending.destroy();
    await expect.poll(partFiles, PATIENCE).toEqual([]);
    // Retry, because the upload's slot is freed a moment after its file is removed.
    const ninth = async () => (await drive.uploadForm(fileForm('x', 'ninth'))).status;
    await expect.poll(ninth, PATIENCE).toBe(201);
  });
});

describe('GET /v1/drives/{sg}/nodes/{node_id}/content', () => {
  test('sends the headers of an attachment that is never stored', async () => {
    const node = await drive.upload('content', "Müller's (1).txt");
    const { status, headers, text } = await drive.content(node.node_id);
    expect([status, text]).toEqual([200, 'content']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '7',
      'content-disposition': "attachment; filename*=UTF-8''M%C3%BCller%27s%20%281%29.txt",
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      etag: `"${node.node_id}"`,
    });
  });

  test('one range answers 206; HEAD answers the same without a body', async () => {
    const node = await drive.upload('0123456789', 'digits');
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await drive.content(node.node_id, { range: 'bytes=2-4' }, method);
      expect([status, text]).toEqual([206, method === 'GET' ? '234' : '']);
      expect(headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    }
    const head = await drive.content(node.node_id, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '10', 0]);
  });

  test.each(['bytes=10-', 'bytes=0-1,3-4', 'bytes=4-2', 'chunks=1'])(
    'the range %s answers 422',
    async (range) => {
      const node = await drive.upload('0123456789', 'digits');
      const { status, json } = await drive.content(node.node_id, { range });
      expect([status, json.error.code]).toEqual([422, 'invalid_request']);
    },
  );

  test('a download ends with the connection when the session locks', async () => {
    const node = await drive.upload(randomBytes(30_000_000), 'long');
    const opened = await started.desktop.send('/v1/session', {
      method: 'POST',
      body: { recovery_key: started.recovery_key },
    });
    const token = opened.json.session_token;
    const asking = drive.open(`/nodes/${node.node_id}/content`, 'GET', { authorization: `Bearer ${token}` });
    asking.end();
    const [response] = await once(asking, 'response');
    response.pause();
    const ending = once(response, 'end');
    ending.catch(() => undefined);
    await started.desktop.send('/v1/session/lock', { method: 'POST', token });
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    response.resume();
    await expect(ending).rejects.toThrow('aborted');
    expect(received).toBeLessThan(30_000_000);
  });
});

describe('resumable transfers over the socket', () => {
  test('start, parts out of order, list, complete, read', async () => {
    const content = randomBytes(PART_SIZE_BYTES + 1000);
    const start = await drive.send('/uploads', {
      method: 'POST',
      body: { name: 'big', size: content.length },
    });
    expect([start.status, start.json.status, start.json.part_size]).toEqual([
      201,
      'pending',
      PART_SIZE_BYTES,
    ]);
    const node = `/nodes/${start.json.node_id}`;
    const put = (n: number, body: Uint8Array, type = 'application/octet-stream') =>
      drive.send(`${node}/parts/${n}`, { method: 'PUT', body, headers: { 'content-type': type } });
    expect((await put(2, content.subarray(PART_SIZE_BYTES), 'application/json')).json).toEqual({
      n: 2,
      size: 1000,
      sha256: createHash('sha256').update(content.subarray(PART_SIZE_BYTES)).digest('hex'),
    });
    const early = await drive.send(`${node}/complete`, { method: 'POST' });
    expect([early.status, early.json.error.code]).toEqual([409, 'upload_incomplete']);
    expect((await drive.content(start.json.node_id)).status).toBe(409);
    expect((await put(1, content.subarray(0, PART_SIZE_BYTES))).status).toBe(200);
    expect((await put(1, content.subarray(0, 5))).status).toBe(422);
    expect((await put(0, content.subarray(0, 5))).status).toBe(422);
    expect((await drive.send(`${node}/parts`)).json.items).toHaveLength(2);
    expect((await drive.send(`${node}/complete`, { method: 'POST' })).json).toMatchObject({
      status: 'ready',
    });
    expect((await drive.content(start.json.node_id)).bytes.equals(content)).toBe(true);
  });
});

describe('a running transfer', () => {
  test('keeps its session from expiring; one that stands still does not', async () => {
    const clock = createTestClock();
    const own = await startInitialisedServer({ clock });
    onTestFinished(own.stop);
    const client = createDriveClient(own);
    const body = fileForm('x'.repeat(900), 'slow');
    const sending = client.open('/nodes', 'POST', { ...MULTIPART, 'content-length': body.length });
    const answered = once(sending, 'response');
    for (let third = 0; third < 3; third += 1) {
      sending.write(body.subarray((third * body.length) / 3, ((third + 1) * body.length) / 3));
      await new Promise((resolve) => setTimeout(resolve, 1100));
      clock.advance((IDLE_LOCK_SECONDS_DEFAULT - 60) * 1000);
    }
    sending.end();
    expect((await answered)[0].statusCode).toBe(201);
    expect((await client.send('/nodes')).status).toBe(200);
    clock.advance((IDLE_LOCK_SECONDS_DEFAULT + 1) * 1000);
    expect((await client.send('/nodes')).json.error.code).toBe('session_expired');
  });
});

describe('the other drive routes', () => {
  test('list, patch, trash, restore and purge answer the node', async () => {
    const node = await drive.upload('x', 'walk.txt');
    const path = `/nodes/${node.node_id}`;
    expect((await drive.send(path, { method: 'PATCH', body: { name: 'run.txt' } })).json.name).toBe(
      'run.txt',
    );
    expect((await drive.send(path, { method: 'DELETE' })).json.is_deleted).toBe(true);
    expect((await drive.send('/nodes?state=deleted')).json.items).toMatchObject([{ name: 'run.txt' }]);
    expect((await drive.send(`${path}/restore`, { method: 'POST' })).json.is_deleted).toBe(false);
    expect((await drive.send(`${path}?purge=true`, { method: 'DELETE' })).json.error.code).toBe(
      'document_not_deleted',
    );
    await drive.send(path, { method: 'DELETE' });
    expect((await drive.send(`${path}/purge`, { method: 'POST' })).status).toBe(200);
    expect((await drive.send(path)).status).toBe(404);
  });

  test('a group the caller is no member of: listing 403, a node 404', async () => {
    const other = `/v1/drives/${v7()}`;
    const node = await drive.upload('x', 'foreign.txt');
    const send = (path: string) => started.desktop.send(other + path, { token: started.token });
    expect((await send('/nodes')).json.error.code).toBe('permission_denied');
    expect((await send(`/nodes/${node.node_id}`)).json.error.code).toBe('not_found');
    expect((await send(`/nodes/${node.node_id}/content`)).json.error.code).toBe('not_found');
  });

  test('without a session an upload is refused before it is read', async () => {
    const answer = await started.desktop.send(`${drive.base}/nodes`, {
      method: 'POST',
      body: fileForm('x', 'x'),
      headers: MULTIPART,
    });
    expect([answer.status, answer.json.error.code]).toEqual([401, 'session_required']);
  });
});
