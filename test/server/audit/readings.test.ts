/** Every route that answers a GET: told in the audit log as a reading, or named here among those that are not. */
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { contentOfAnswer } from '#server/audit/told-changes.ts';

/** By operation. A further one belongs into `READINGS` of `told-changes.ts`, unless it answers nothing of a record. */
const NOT_TOLD = `
  listPatientVersions listPatientDrafts listExamVersions listExamDrafts listTemplateVersions listTemplateDrafts
  listExamSignatures listCosignRequests listAwaitedCosignatures
  getNode listSeries listParts getInbox getReceiver listStudiesToMatch
  getHealth getOpenApi getVault getMetrics getBackups listFindings listAudit listRecoveries
  getSession getPreferences listSessions listPrincipals listGroups listMembers listCredentials getSettings
  listCertificates streamEvents getExamPresence listMessages getTravelFrame getTravelSize getTravellingCopy
`
  .trim()
  .split(/\s+/);

const reads = ROUTES.filter(({ method }) => method === 'GET').map(({ operation_id }) => operation_id);

const toldOf = (operation_id: string) =>
  contentOfAnswer({
    ...{ operation_id, method: 'GET', params: {}, query: {}, status: 200, code: undefined },
    ...{ actor: null, client_cn: null },
  });

describe('a route that answers a GET', () => {
  test('is told as a reading, or is known not to be', () => {
    expect(reads.filter((operation) => toldOf(operation) === undefined).sort()).toEqual(NOT_TOLD.sort());
  });
});
