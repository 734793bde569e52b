/**
 * Lists for every changing operation whether a travelling copy performs it or refuses it. Refused are operations the
 * home vault must know of at once, or whose result is not synced. An operation missing here is refused;
 * `test/server/sync/travelling-copy/copy-refusals.test.ts` compares the list with the routes.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { homeVaultRequired } from '#server/identity/requests/home-vault-required.ts';

type Verdict = 'here' | 'waits';

const named = (verdict: Verdict, operations: readonly string[]) =>
  operations.map((operation) => [operation, verdict] as const);

/** Whether a travelling copy performs each operation, by `operation_id`, for every route but GET. */
export const OFFLINE_POLICY: ReadonlyMap<string, Verdict> = new Map([
  ...named('here', [
    ...['createPatient', 'updatePatient', 'deletePatient', 'archivePatient', 'unarchivePatient'],
    ...['restorePatient', 'copyPatient', 'putPatientDraft', 'deletePatientDraft'],
    ...['createExam', 'updateExam', 'deleteExam', 'archiveExam', 'unarchiveExam'],
    ...['restoreExam', 'copyExam', 'putExamDraft', 'deleteExamDraft'],
    ...['createTemplate', 'updateTemplate', 'deleteTemplate', 'archiveTemplate', 'unarchiveTemplate'],
    ...['restoreTemplate', 'copyTemplate', 'putTemplateDraft', 'deleteTemplateDraft'],
    ...['uploadNode', 'startUpload', 'putPart', 'completeUpload', 'createFolder'],
    ...['patchNode', 'deleteNode', 'restoreNode'],
    ...[
      'initVault',
      'openSession',
      'lockSession',
      'deleteSession',
      'createDeviceSecret',
      'deleteDeviceSecret',
    ],
    ...['putPreferences', 'putExamPresence', 'deleteExamPresence', 'handOverExam'],
    ...['verifyAudit', 'patchBackups', 'startBackup', 'startDrill', 'checkFindings', 'decideFinding'],
    ...['checkSpelling', 'suggestSpelling'],
    ...['pullDocuments', 'pullDocumentsById', 'pullVersions', 'pullNodes'],
    ...['exchangeTravellingCopy', 'takeGroupAlong', 'pinExam', 'settleNodeName', 'putClinicAddresses'],
  ]),
  ...named('waits', [
    ...['purgePatient', 'purgeExam', 'purgeTemplate', 'purgeNode', 'erasePatient'],
    ...['setExamPatient', 'signExam', 'askForCosignature', 'takeBackCosignRequest'],
    ...['reprocessNode', 'storeInstances', 'storeStudyInstances', 'patchReceiver'],
    ...['queueMessage', 'retryMessage', 'discardMessage'],
    ...['setPassphrase', 'renewRecoveryKey', 'renewRecoveryShares'],
    ...['createPrincipal', 'deletePrincipal', 'createGroup', 'putMember', 'deleteMember'],
    ...['createCredential', 'deleteCredential', 'renewCredential', 'renewCertificates', 'patchSettings'],
    ...['pushDocument', 'pushNode', 'bringSealedBytes'],
  ]),
]);

export function enforceOfflinePolicy(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    done(waits(request) ? homeVaultRequired() : undefined);
  });
}

function waits({ operationId, method, query }: FastifyRequest): boolean {
  if (operationId === 'none' || method === 'GET' || method === 'HEAD') return false;
  if (OFFLINE_POLICY.get(operationId) !== 'here') return true;
  return typeof query === 'object' && query !== null && 'purge' in query && String(query.purge) === 'true';
}
