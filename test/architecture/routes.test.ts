/** The contract against the specification: nothing of the specified interface is missing or renamed. */
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';

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

describe('the route table', () => {
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
      'getHealth',
      'getInbox',
      'getOpenApi',
      'getVault',
      'initVault',
      'openSession',
    ]);
  });
});
