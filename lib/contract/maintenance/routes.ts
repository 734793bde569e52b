/** Routes of backups and findings, for administrators. */
import { typedRoutes } from '#contract/route.ts';
import * as backups from './backups.ts';

const session = { auth: 'session', success: 200 } as const;

export const EVIDENCE_ROUTES = typedRoutes({
  getBackups: {
    ...session,
    method: 'GET',
    path: '/v1/backups',
    operation_id: 'getBackups',
    errors: ['permission_denied'],
    summary: 'Where backups go, when, and how the last ones went (administrators)',
    response: backups.BackupStateSchema,
  },
  patchBackups: {
    ...session,
    method: 'PATCH',
    path: '/v1/backups',
    operation_id: 'patchBackups',
    errors: ['permission_denied'],
    summary: 'Choose target and schedule of backups (administrators)',
    body: backups.BackupSettingsBodySchema,
    response: backups.BackupStateSchema,
  },
  startBackup: {
    ...session,
    success: 202,
    method: 'POST',
    path: '/v1/backups',
    operation_id: 'startBackup',
    errors: ['permission_denied', 'has_dependents'],
    summary: 'Back up now; the state shows when it is done (administrators)',
    response: backups.BackupStateSchema,
  },
  startDrill: {
    ...session,
    success: 202,
    method: 'POST',
    path: '/v1/backups/drill',
    operation_id: 'startDrill',
    errors: ['permission_denied', 'has_dependents', 'not_found'],
    summary: 'Open a random sample of the newest backup (administrators)',
    response: backups.BackupStateSchema,
  },
  listFindings: {
    ...session,
    method: 'GET',
    path: '/v1/findings',
    operation_id: 'listFindings',
    errors: ['permission_denied'],
    summary: 'What does not hold in this vault (administrators)',
    response: backups.FindingsSchema,
  },
  checkFindings: {
    ...session,
    method: 'POST',
    path: '/v1/findings/check',
    operation_id: 'checkFindings',
    errors: ['permission_denied'],
    summary: 'Look the folder over now (administrators)',
    response: backups.FindingsSchema,
  },
  decideFinding: {
    ...session,
    method: 'POST',
    path: '/v1/findings/decide',
    operation_id: 'decideFinding',
    errors: ['permission_denied', 'not_found', 'has_dependents'],
    summary: 'Put back, leave or remove what was found; removing takes an owner and the name once more',
    body: backups.FindingDecisionBodySchema,
    response: backups.FindingsSchema,
  },
});
