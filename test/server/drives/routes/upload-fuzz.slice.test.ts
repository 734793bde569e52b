import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blobFiles } from '#test/server/drives/drive-fixture.ts';
import { runs } from '#test/support/depth.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { createDriveClient, type DriveClient, fileForm, formOf } from './drive-client.ts';

let started: InitialisedServer;
let drive: DriveClient;
beforeAll(async () => {
  started = await startInitialisedServer();
  drive = createDriveClient(started);
});
afterAll(() => started.stop());

const whole = formOf([
  { name: 'on_conflict', value: 'rename' },
  { name: 'file', value: 'content of a file', filename: 'file.txt' },
  { name: 'mime_type', value: 'text/plain' },
]);

/** Replaces a range of the form by random bytes. */
const mutated = fc
  .record({
    at: fc.integer({ min: 0, max: whole.length }),
    cut: fc.integer({ min: 0, max: 40 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom('\r\n', '--', '"', ';', '\0', '\r\n--x-drive-boundary-x\r\n', '=?', '%')
        .map(Buffer.from),
    ),
  })
  .map(({ at, cut, put }) => Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + cut)]));

describe('POST /v1/drives/{sg}/nodes with mutated forms', () => {
  test('is accepted or refused, never fails, hangs or leaves a half file', async () => {
    await fc.assert(
      fc.asyncProperty(mutated, async (body) => {
        const { status, json } = await drive.uploadForm(body);
        expect(status === 201 || (status >= 400 && status < 500)).toBe(true);
        expect(status === 201 ? json.status : typeof json.error.code).toBe(
          status === 201 ? 'ready' : 'string',
        );
      }),
      runs(300),
    );
    expect(blobFiles(started.dataDir).filter((file) => file.endsWith('.part'))).toEqual([]);
    const rows = (await drive.send('/nodes?limit=200')).json.items;
    expect(rows.every((node: { status: string }) => node.status === 'ready')).toBe(true);
  });

  test('any filename is taken as it is or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (name) => {
        const form = formOf([
          { name: 'file', value: 'x', filename: 'x' },
          { name: 'name', value: name },
        ]);
        const { status, json } = await drive.uploadForm(form);
        if (status === 201) expect(json.name.startsWith(name.normalize('NFC').slice(0, 1))).toBe(true);
        else expect([status, json.error.code]).toEqual([422, 'invalid_request']);
      }),
      runs(100),
    );
  });
});

describe('an exam that is purged', () => {
  test('leaves its files in the drive, unlinked', async () => {
    const { token, security_group_id } = started;
    const post = (path: string, body: object) => started.desktop.send(path, { method: 'POST', token, body });
    const exam = await post('/v1/exams', { security_group_id, record: { title: 'CT', modality: 'CT' } });
    const exam_id = exam.json.index.document_id;
    const { json: node } = await drive.uploadForm(
      fileForm('x', 'image', { name: 'exam_id', value: exam_id }),
    );
    expect(node.exam_id).toBe(exam_id);
    expect((await drive.send(`/nodes?exam_id=${exam_id}`)).json.items).toHaveLength(1);
    for (const query of ['', '?purge=true']) {
      const answer = await started.desktop.send(`/v1/exams/${exam_id}${query}`, { method: 'DELETE', token });
      expect(answer.status).toBe(200);
    }
    expect((await drive.send(`/nodes/${node.node_id}`)).json).toMatchObject({ exam_id: null, name: 'image' });
  });
});
