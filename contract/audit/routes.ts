/** Routes of the audit log, for administrators. Source: choices, "Sessions and principals", second part. */
import { pageOf } from '#contract/page.ts';
import { typedRoutes } from '#contract/route.ts';
import { AuditCheckSchema, AuditEntrySchema, AuditQuerySchema } from './entry.ts';

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
  verifyAudit: {
    auth: 'session',
    success: 200,
    method: 'POST',
    path: '/v1/audit/verify',
    operation_id: 'verifyAudit',
    errors: ['permission_denied', 'crypto_error'],
    summary: 'Check the whole chain of the audit log (administrators)',
    response: AuditCheckSchema,
  },
});
