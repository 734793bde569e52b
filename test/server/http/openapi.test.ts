import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import type { JsonValue } from '#test/support/client.ts';
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
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([
          String(success),
          '400',
          '401',
          '403',
          '404',
          '409',
          '422',
          '429',
          '500',
          '502',
        ]),
      );
      expect(operation.security).toEqual([
        auth === 'certificate' ? { mutualTLS: [] } : { mutualTLS: [], session: [] },
      ]);
    }
  });
});
