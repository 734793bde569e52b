/** Pages of the audit log for one filter. */
import type { AuditEntry, AuditQuery } from '#contract/audit/audit-entry.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type EntryPages, useEntryPages } from '#renderer/components/audit/use-entry-pages.ts';

/** Loads the filtered log page by page. */
export function useAudit(filter: AuditQuery): EntryPages<AuditEntry> {
  return useEntryPages(JSON.stringify(filter), (cursor) =>
    vault()
      .audit.list({ ...filter, limit: PAGE_LIMIT_DEFAULT, ...(cursor === undefined ? {} : { cursor }) })
      .page(),
  );
}
