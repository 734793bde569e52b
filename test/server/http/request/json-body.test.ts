import { once } from 'node:events';
import { connect } from 'node:tls';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BODY_DRAIN_MAX_BYTES,
  JSON_BODY_MAX_BYTES,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
} from '#contract/limits.ts';
import { parseJsonBody } from '#server/http/request/json-body.ts';
import { readDesktop } from '#test/support/certificates.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const CODE = (code: string) => expect.objectContaining({ code });

describe('parseJsonBody', () => {
  test('returns the value, and undefined for an empty body', () => {
    expect(parse('{"a":["\\"[{",null,1e3]}')).toEqual({ a: ['"[{', null, 1000] });
    expect(parse('')).toBeUndefined();
    expect(parse('null')).toBeNull();
  });

  test('refuses what is not JSON or not UTF-8, without quoting it', () => {
    for (const text of ['{', '{"name":"Canary"', 'Canary', '"open', '{"a":1}x', "{'a':1}", ' ']) {
      expect(() => parse(text), text).toThrow(CODE('malformed_request'));
      expect(() => parse(text)).not.toThrow(/Canary/);
    }
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toThrow(CODE('malformed_request'));
  });

  test('takes the allowed depth and refuses the next', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parse(nested(JSON_DEPTH_MAX))).not.toThrow();
    expect(() => parse(nested(JSON_DEPTH_MAX + 1))).toThrow(CODE('malformed_request'));
    expect(() => parse(nested(1_000_000))).toThrow(CODE('malformed_request'));
    expect(() => parse('{"a":'.repeat(10_000))).toThrow(CODE('malformed_request'));
  });

  test('refuses more values than any record has', () => {
    const members = Array.from({ length: JSON_VALUES_MAX + 2 }, (_, index) => `"k${index}":0`).join(',');
    expect(() => parse(`{${members}}`)).toThrow(CODE('malformed_request'));
  });

  test('brackets, commas and escaped quotes inside strings count for nothing', () => {
    const text = JSON.stringify({ report: `${'[{"\\,'.repeat(50_000)}` });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test('refuses __proto__ as a key, escaped or deep, and leaves it alone in text', () => {
    for (const text of ['{"__proto__":{}}', '{"a":[{"__proto__":1}]}', '{"\\u005f_proto__":{}}']) {
      expect(() => parse(text), text).toThrow(CODE('invalid_request'));
    }
    expect(parse('{"a":"__proto__"}')).toEqual({ a: '__proto__' });
  });

  test('refuses half a surrogate pair, which could not be kept as sent', () => {
    for (const text of ['"\\ud800"', '{"a":[{"b":"x\\uDC00y"}]}', '{"\\udfff":1}']) {
      expect(() => parse(text), text).toThrow(CODE('invalid_request'));
    }
    expect(parse('"\\ud83d\\ude00"')).toBe('😀');
  });
});

describe('JSON bodies over the socket', () => {
  let vault: InitialisedServer;
  beforeAll(async () => {
    vault = await startInitialisedServer();
  });
  afterAll(() => vault.stop());

  const post = (body: unknown, headers: Record<string, string> = {}, path = '/v1/patients') =>
    vault.desktop.send(path, { method: 'POST', token: vault.token, body, headers });
  const patient = () => ({ security_group_id: vault.security_group_id, record: { display_name: 'A' } });
  const count = async () => {
    const { json } = await vault.desktop.send('/v1/patients?limit=200', { token: vault.token });
    return json.items.length;
  };

  test('a body over the limit is read on and answered 400 request_too_large', async () => {
    const body = JSON.stringify({ ...patient(), tags: ['x'.repeat(JSON_BODY_MAX_BYTES)] });
    const answer = await post(body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe('request_too_large');
  });

  test('a body past what is read on ends the connection, and the vault goes on', async () => {
    const body = Buffer.alloc(BODY_DRAIN_MAX_BYTES + 4 * 1024 * 1024, ' ');
    const status = await post(body, { 'content-type': 'application/json' }).then(
      (answer) => answer.status,
      // The client may still be sending when the connection ends.
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([400, 'ECONNRESET', 'EPIPE']).toContain(status);
    expect(await count()).toBe(0);
  });

  test('a body in chunks of one byte ends its own connection, and the vault goes on', async () => {
    const socket = connect({
      ...{ port: Number(new URL(vault.server.url).port), host: '127.0.0.1' },
      ...{ ca: vault.ca, ...readDesktop(vault.dataDir) },
    });
    await once(socket, 'secureConnect');
    // Answered, or cut for its tiny pieces.
    const over = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST /v1/session HTTP/1.1\r\nhost: ${new URL(vault.server.url).host}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const blanks = '1\r\n \r\n'.repeat(10_000);
    for (let n = 0; n < 20; n += 1) socket.write(blanks);
    socket.write('0\r\n\r\n');
    await over;
    expect(await count()).toBe(0);
  });

  test('another media type, or none, answers 422', async () => {
    const body = JSON.stringify(patient());
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense']) {
      const answer = await post(body, { 'content-type': type });
      expect(answer.status, type).toBe(422);
      expect(answer.json.error.code).toBe('invalid_request');
    }
    expect((await post(body)).status).toBe(422);
  });

  test('a charset in the media type is fine', async () => {
    const answer = await post(JSON.stringify(patient()), {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.status).toBe(201);
  });

  test('a missing body where one is needed answers 422', async () => {
    expect((await post(undefined)).status).toBe(422);
    expect((await post('', { 'content-type': 'application/json' })).status).toBe(422);
  });

  test('routes without a body take none, an empty one or {}, and nothing else', async () => {
    const { json } = await post(patient());
    const path = `/v1/patients/${json.index.document_id}/archive`;
    expect((await post(undefined, {}, path)).status).toBe(200);
    expect((await post('', { 'content-type': 'application/json' }, path)).status).toBe(200);
    expect((await post({}, {}, path)).status).toBe(200);
    expect((await post({ reason: 'x' }, {}, path)).status).toBe(422);
    expect((await post([], {}, path)).status).toBe(422);
  });

  test('an empty body is none, whatever type is said: curl and forms say one by themselves', async () => {
    const { json } = await post(patient());
    const path = `/v1/patients/${json.index.document_id}/archive`;
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', 'nonsense', ''];
    for (const type of types) {
      const answer = await post('', { 'content-type': type, 'content-length': '0' }, path);
      expect([type, answer.status]).toEqual([type, 200]);
      const gone = await vault.desktop.send(`/v1/patients/${v7()}`, {
        method: 'DELETE',
        token: vault.token,
        body: '',
        headers: { 'content-type': type },
      });
      expect([type, gone.status]).toEqual([type, 404]);
    }
  });

  test('what has no type, or one that is none, is told what the very route takes', async () => {
    const nobody = v7();
    const drive = `/v1/drives/${vault.security_group_id}`;
    const routes = [
      ['POST', '/v1/patients', 'application/json'],
      ['PUT', `/v1/patients/${nobody}`, 'application/json'],
      ['PATCH', '/v1/settings', 'application/json'],
      ['DELETE', `/v1/patients/${nobody}`, 'takes no body'],
      ['POST', `/v1/exams/${nobody}/archive`, 'takes no body'],
      ['POST', `${drive}/nodes`, 'multipart/form-data'],
      ['PUT', `${drive}/nodes/${nobody}/parts/1`, 'application/octet-stream'],
      ['POST', `/v1/dicomweb/${vault.security_group_id}/studies`, 'multipart/related'],
    ] as const;
    for (const [method, path, takes] of routes)
      for (const type of ['nonsense', '']) {
        const { json } = await vault.desktop.send(path, {
          ...{ method, token: vault.token, body: 'x', headers: { 'content-type': type } },
        });
        expect(json.error, `${method} ${path} ${type}`).toMatchObject({
          code: 'invalid_request',
          message: expect.stringContaining(takes),
        });
      }
  });

  test('what is no JSON is told which type the route takes', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { json } = await post('{"security_group_id":"x"}', form);
    expect(json.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Content-Type application/json'),
    });
    const archive = await post('reason=x', form, `/v1/patients/${v7()}/archive`);
    expect(archive.json.error.message).toBe('This route takes no body.');
    const drive = `/v1/drives/${vault.security_group_id}`;
    const upload = await post('x', form, `${drive}/nodes`);
    expect([upload.status, upload.json.error.message]).toEqual([
      422,
      'This route takes a body of Content-Type multipart/form-data.',
    ]);
  });

  test('refusals name the place and the rule, never the value, and change nothing', async () => {
    const before = await count();
    const cases: [unknown, RegExp][] = [
      [
        { ...patient(), record: { display_name: 'A', canary_key: 'x' } },
        /^body\/record has a field that is not known/,
      ],
      [
        { ...patient(), record: { display_name: ['Canary'] } },
        /^body\/record\/display_name must be string,null/,
      ],
      [
        { ...patient(), record: { display_name: 'A', identifiers: { Canary: 7 } } },
        /^body\/record\/identifiers/,
      ],
      [{ ...patient(), security_group_id: 'Canary' }, /^body\/security_group_id is malformed/],
      [{ record: { display_name: 'A' } }, /security_group_id/],
      [[], /^body must be object/],
      ['Canary', /^body must be object/],
    ];
    for (const [body, message] of cases) {
      const answer = await post(JSON.stringify(body), { 'content-type': 'application/json' });
      expect(answer.status, answer.text).toBe(422);
      expect(answer.json.error.message).toMatch(message);
      expect(answer.text).not.toMatch(/canary/i);
    }
    expect(await count()).toBe(before);
  });

  test('numbers and booleans in a body are not read as text', async () => {
    const answer = await post({ ...patient(), record: { display_name: 12 } });
    expect(answer.status).toBe(422);
  });
});
