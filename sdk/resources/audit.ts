/** The audit log, for administrators. */
import type { Access, AccessesQuery } from '#contract/audit/accesses.ts';
import type { AuditCheck, AuditEntry, AuditQuery } from '#contract/audit/audit-entry.ts';
import type { Recoveries } from '#contract/audit/recoveries.ts';
import { AUDIT_ROUTES } from '#contract/audit/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface AuditApi {
  /** Lists entries newest first; a page may have fewer entries than `limit`, or none, and still continue. */
  readonly list: (query?: Unbranded<AuditQuery>, options?: CallOptions) => PageList<AuditEntry>;
  /** Lists who read, changed or exported a patient, their exams and files, newest first; pages as `list`. */
  readonly accesses: (
    patientId: string,
    query?: Unbranded<AccessesQuery>,
    options?: CallOptions,
  ) => PageList<Access>;
  /** Lists unlocks by recovery key or shares, newest first; signed and permanent. */
  readonly recoveries: (options?: CallOptions) => VaultPromise<Recoveries>;
  readonly verify: (options?: CallOptions) => VaultPromise<AuditCheck>;
}

export function createAuditApi(exchange: HttpExchange): AuditApi {
  return {
    list: (query, options) =>
      new PageList((at) => exchange.call(AUDIT_ROUTES.listAudit, { query: { ...query }, at, options })),
    accesses: (patient_id, query, options) =>
      new PageList((at) =>
        exchange.call(AUDIT_ROUTES.listAccesses, {
          params: { patient_id },
          query: { ...query },
          at,
          options,
        }),
      ),
    recoveries: (options) => exchange.call(AUDIT_ROUTES.listRecoveries, { options }),
    verify: (options) => exchange.call(AUDIT_ROUTES.verifyAudit, { options, repeatable: true }),
  };
}
