/** Checks that every GET route is audited as a read, or listed here as an exception. */
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import type { AuditedResponse } from '#server/identity/requests/audited-response.ts';
import { auditContentOfResponse, readingKey } from '#server/integrity/audit/writing/audit-content-mapping.ts';

/**
 * Exceptions by operation. Add a new one to `READINGS` of `told-changes.ts`, unless it returns nothing of a record.
 */
const NOT_TOLD = `
  listPatientVersions listPatientDrafts listExamVersions listExamDrafts listTemplateVersions listTemplateDrafts
  listExamSignatures listCosignRequests listAwaitedCosignatures
  getNode listSeries listParts getInbox getReceiver listStudiesToMatch
  getHealth getOpenApi getVault getMetrics getFigures planErasure getBackups listFindings listAccesses listAudit listRecoveries
  getSession getPreferences listSessions listPrincipals listGroups listMembers listCredentials getSettings
  listCertificates streamEvents getExamPresence listMessages getTravelFrame getTravelSize getTravellingCopy
`
  .trim()
  .split(/\s+/);

const reads = ROUTES.filter(({ method }) => method === 'GET').map(({ operation_id }) => operation_id);

const answerOf = (operation_id: string): AuditedResponse => ({
  ...{ operation_id, method: 'GET', params: {}, query: {}, status: 200, code: undefined },
  ...{ actor: null, client_cn: null, isBackground: false },
});

const toldOf = (operation_id: string) => auditContentOfResponse(answerOf(operation_id));

describe('a route that answers a GET', () => {
  test('is told as a reading, or is known not to be', () => {
    expect(reads.filter((operation) => toldOf(operation) === undefined).sort()).toEqual(NOT_TOLD.sort());
  });
});

test('readings of one name are told in the same words, and others are not', () => {
  const params = [{}, { sg: 'g' }, { document_id: 'a' }, { document_id: 'b' }, { sg: 'g', node_id: 'a' }];
  const queries = [{}, { version_id: 'v' }, { limit: 7 }];
  const answers = reads.flatMap((operation_id) =>
    params.flatMap((given) =>
      queries.flatMap((query) =>
        [null, 'desktop'].map((client_cn) => ({
          ...answerOf(operation_id),
          ...{ params: given, query, client_cn },
        })),
      ),
    ),
  );
  const byName = Map.groupBy(answers, (answer) => readingKey(answer, 'a session'));
  expect(byName.get(undefined)?.some((answer) => !NOT_TOLD.includes(answer.operation_id))).toBe(false);
  byName.delete(undefined);
  const words = [...byName.values()].map(
    (same) => new Set(same.map((each) => JSON.stringify(auditContentOfResponse(each)))),
  );
  expect(words.length).toBeGreaterThan(500);
  expect(words.filter(({ size }) => size !== 1)).toEqual([]);
});

test('what was refused or not found has no name', () => {
  const names = [200, 401, 403, 404].map((status) =>
    readingKey({ ...answerOf('getPatient'), status }, 'a session'),
  );
  expect(names.map((name) => name === undefined)).toEqual([false, true, true, true]);
});
