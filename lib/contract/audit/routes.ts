/** Routes of the audit log, for administrators. Source: choices, "Sessions and principals", second part. */
import { Type } from 'typebox';
import { DocumentIdSchema } from '#contract/ids.ts';
import { pageOf } from '#contract/paged-list.ts';
import { typedRoutes } from '#contract/route.ts';
import { AccessesQuerySchema, AccessSchema } from './accesses.ts';
import { AuditCheckSchema, AuditEntrySchema, AuditQuerySchema } from './audit-entry.ts';
import { RecoveriesSchema } from './recoveries.ts';

export const AUDIT_ROUTES = typedRoutes({
  listAudit: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/audit',
    operation_id: 'listAudit',
    errors: ['permission_denied', 'crypto_error'],
    summary: 'Read the audit log, newest first (administrators)',
    query: AuditQuerySchema,
    response: pageOf(AuditEntrySchema),
  },
  listAccesses: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/patients/{patient_id}/accesses',
    operation_id: 'listAccesses',
    errors: ['permission_denied', 'not_found', 'crypto_error'],
    summary:
      'List who read, changed or exported a patient, their exams and files, newest first (administrators)',
    params: Type.Object({ patient_id: DocumentIdSchema }),
    query: AccessesQuerySchema,
    response: pageOf(AccessSchema),
  },
  listRecoveries: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/audit/recoveries',
    operation_id: 'listRecoveries',
    errors: ['permission_denied'],
    summary: 'List unlocks by recovery key or shares from the signed list, newest first (administrators)',
    response: RecoveriesSchema,
  },
  verifyAudit: {
    auth: 'session',
    success: 200,
    method: 'POST',
    path: '/v1/audit/verify',
    operation_id: 'verifyAudit',
    errors: ['permission_denied', 'crypto_error'],
    summary: 'Verify the chain of the audit log (administrators)',
    response: AuditCheckSchema,
  },
});
