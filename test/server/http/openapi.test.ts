import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { bodyExampleOf, exampleOf } from '#server/http/openapi/examples.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { createRawClient, type JsonValue } from '#test/support/client.ts';
import { startTestServer, type TestServer } from '#test/support/start-tls-server.ts';

let vault: TestServer;
let document: JsonValue;
beforeAll(async () => {
  vault = await startTestServer();
  document = (await vault.desktop.send('/v1/openapi.json')).json;
});
afterAll(() => vault.stop());

describe('GET /v1/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate(document);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('names every route of the table with its operation id, errors and security, and no other', () => {
    const operations = Object.entries<Record<string, JsonValue>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    );
    const documented = new Map<string, JsonValue>(operations as [string, JsonValue][]);
    expect([...documented.keys()].sort()).toEqual(
      ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { method, path, operation_id, auth, success } of ROUTES) {
      const operation = documented.get(`${method} ${path}`);
      expect(operation.operationId).toBe(operation_id);
      expect(Object.keys(operation.responses)).toContain(String(success));
      expect(operation.security).toEqual([
        auth === 'certificate' ? { mutualTLS: [] } : { mutualTLS: [], session: [] },
      ]);
    }
  });

  test('names only errors a route can give', () => {
    const statuses = (path: string, method: string) =>
      Object.keys(document.paths[path][method].responses).filter((status) => Number(status) >= 400);
    expect(statuses('/healthz', 'get')).toEqual(['400', '401', '403', '422', '429', '502']);
    expect(statuses('/v1/exams/{exam_id}', 'get')).not.toContain('402');
    expect(statuses('/v1/drives/{sg}/nodes', 'post')).toContain('402');
    expect(statuses('/v1/exams/{exam_id}', 'put')).toContain('409');
  });

  test('says each schema once, under a name, and stays small', () => {
    // A third of it are words: every operation, parameter, field and header says what it means.
    // Salts of names, in the frame of a copy and in statements, took it beyond 535,000.
    // The mark of samples in summaries took the last of 536,000.
    // Sentences that a search in texts found took 3 kB.
    // The accesses to a patient took 4 kB, the orders of exams 1.
    expect(JSON.stringify(document).length).toBeLessThan(547_000);
    expect(document.components.schemas).toMatchObject({ PatientRecord: {}, Exam: {}, Node: {}, Error: {} });
    expect(document.paths['/v1/exams'].post.responses['201'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Exam',
    });
  });

  test('describes forms, parts and contents as bytes, and ranges', () => {
    const { post } = document.paths['/v1/drives/{sg}/nodes'];
    expect(post.requestBody.content['multipart/form-data'].schema).toMatchObject({
      required: ['file'],
      properties: { file: { format: 'binary' }, exam_id: {}, on_conflict: {} },
    });
    const { put } = document.paths['/v1/drives/{sg}/nodes/{node_id}/parts/{n}'];
    expect(put.requestBody.content['application/octet-stream'].schema).toEqual({
      type: 'string',
      format: 'binary',
    });
    const { get } = document.paths['/v1/drives/{sg}/nodes/{node_id}/content'];
    expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '206']));
    expect(get.parameters).toContainEqual({ $ref: '#/components/parameters/range' });
    expect(document.components.parameters.range).toMatchObject({ name: 'range', in: 'header' });
  });

  test('gives an example of every body and answer, valid under its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    let examples = 0;
    for (const route of ROUTES) {
      const given = [
        [route.body, () => bodyExampleOf(route)],
        [route.response, exampleOf],
      ] as const;
      for (const [schema, example] of given) {
        if (schema === undefined) continue;
        examples += 1;
        const isValid = ajv.validate(JSON.parse(JSON.stringify(schema)), example(schema));
        expect(isValid, `${route.operation_id}: ${ajv.errorsText()}`).toBe(true);
      }
    }
    expect(examples).toBeGreaterThan(100);
  });
});

/** Fields without examples, because no example can be given or they are sealed rows. */
const SEALED =
  /^(?:salt|nonce|ciphertext|dek|packed|sealed|sealed_seeds|manifest|header|preferences|record_json|source_tag|\w*token|device_secret|invite_code|recovery_\w+|next|public_\w+|signature_\w+|encrypted_\w+|\w*mac|\w+_sha256|deleted_with|specialist_ids|purged)$/;

test('examples say something wherever it is not sealed, signed or secret', () => {
  const meaningless = new Set<string>();
  const look = (value: JsonValue, name: string, place: string): void => {
    if (value === 'c2VhbGVk' && !SEALED.test(name)) meaningless.add(`${place} ${name}`);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries<JsonValue>(value))
      look(part, Array.isArray(value) ? name : key, place);
  };
  for (const methods of Object.values<Record<string, JsonValue>>(document.paths))
    for (const { operationId, parameters, requestBody, responses } of Object.values(methods)) {
      for (const { name, example } of parameters) look(example, name, operationId);
      for (const part of [requestBody, ...Object.values<JsonValue>(responses)])
        for (const { example } of Object.values<JsonValue>(part?.content ?? {}))
          look(example, '', operationId);
    }
  expect([...meaningless]).toEqual([]);
});

describe('GET /docs', () => {
  test('takes its turn: who reads none of it waits with the next, until the others are over', async () => {
    const request = 'GET /docs HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
    const identity = { ca: readCa(vault.dataDir), ...readDesktop(vault.dataDir) };
    const { port } = new URL(vault.server.url);
    const open = async (count: number) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', ...identity });
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'secureConnect');
      socket.pause().write(request.replace('127.0.0.1', `127.0.0.1:${port}`).repeat(count));
      return socket;
    };
    // The kernel takes some of a connection's responses; of the rest one at a time is made.
    const unread = await Promise.all(Array.from({ length: 66 }, () => open(16)));
    const stranger = createRawClient(vault.server.url, vault.ca);
    onTestFinished(stranger.close);
    const trips = async () => {
      for (let trip = 0; trip < 50; trip += 1) expect((await stranger.send('/docs')).status).toBe(401);
    };
    await trips();
    const next = await open(1);
    const answered = once(next.resume(), 'data');
    let isAnswered = false;
    void answered.then(() => (isAnswered = true));
    await trips();
    expect(isAnswered).toBe(false);
    for (const socket of unread) socket.destroy();
    expect(String((await answered)[0])).toContain('200');
  });

  test('is a page of every route behind the same gate, with nothing loaded from elsewhere', async () => {
    const { status, headers, text } = await vault.desktop.send('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { operation_id } of ROUTES) expect(text).toContain(`id="${operation_id}"`);
    expect(text).not.toMatch(/<script[^>]|<link|<img|https?:\/\/(?!127\.0\.0\.1)/);
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
    for (const language of ['curl', 'TypeScript', 'Python'])
      expect(text.split(`<summary>${language}</summary>`).length - 2).toBe(ROUTES.length);
    const stranger = createRawClient(vault.server.url, vault.ca);
    onTestFinished(stranger.close);
    expect((await stranger.send('/docs')).status).toBe(401);
  });
});
