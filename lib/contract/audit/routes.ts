/** Routes of the audit log, for administrators. Source: choices, "Sessions and principals", second part. */
import { pageOf } from '#contract/paged-list.ts';
import { typedRoutes } from '#contract/route.ts';
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
