/** Checks the contract against the API specification: no specified route is missing or renamed. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { files, root } from './import-graph.ts';

/** Source: API spec, "Endpoint list". */
const SPECIFIED = `
GET /v1/patients
POST /v1/patients
GET /v1/patients/{patient_id}
PUT /v1/patients/{patient_id}
DELETE /v1/patients/{patient_id}
POST /v1/patients/{patient_id}/archive
POST /v1/patients/{patient_id}/unarchive
POST /v1/patients/{patient_id}/restore
GET /v1/exams
POST /v1/exams
GET /v1/exams/{exam_id}
PUT /v1/exams/{exam_id}
DELETE /v1/exams/{exam_id}
POST /v1/exams/{exam_id}/archive
POST /v1/exams/{exam_id}/unarchive
POST /v1/exams/{exam_id}/restore
GET /v1/drives/{sg}/nodes
POST /v1/drives/{sg}/nodes
GET /v1/drives/{sg}/nodes/{node_id}
POST /v1/drives/{sg}/folders
GET /v1/drives/{sg}/nodes/{node_id}/content
GET /v1/session
POST /v1/session/lock
GET /healthz`
  .trim()
  .split('\n');

const offered = ROUTES.map((route) => `${route.method} ${route.path}`);

/** Returns the operation of a route; empty for anything else. */
function operationOf(value: unknown): unknown[] {
  const isRoute = typeof value === 'object' && value !== null && 'operation_id' in value;
  return isRoute ? [value.operation_id] : [];
}

async function operationsIn(file: string): Promise<unknown[]> {
  const exported = Object.values(await import(/* @vite-ignore */ join(root, file)));
  return exported.flatMap((value) => [
    ...operationOf(value),
    ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(operationOf) : []),
  ]);
}

describe('the route table', () => {
  test('has every route that the contract defines: one outside of it is served and neither told nor tried', async () => {
    const modules = files.filter((file) => file.startsWith('lib/contract/'));
    const defined = (await Promise.all(modules.map(operationsIn))).flat();
    expect(defined.length).toBeGreaterThan(100);
    const known = new Set<unknown>(ROUTES.map((route) => route.operation_id));
    expect(defined.filter((operation) => !known.has(operation))).toEqual([]);
  });

  test.each(SPECIFIED)('has %s', (route) => {
    expect(offered).toContain(route);
  });

  test('names no route and no operation twice', () => {
    expect(new Set(offered).size).toBe(offered.length);
    expect(new Set(ROUTES.map((route) => route.operation_id)).size).toBe(ROUTES.length);
  });

  test('asks a session of every route but the few that open one', () => {
    const open = ROUTES.filter((route) => route.auth === 'certificate').map((route) => route.operation_id);
    expect(open.toSorted()).toEqual([
      'getFigures',
      'getHealth',
      'getInbox',
      'getOpenApi',
      'getVault',
      'initVault',
      'openSession',
    ]);
  });
});
