/** Pages of the accesses to a patient, newest first. */
import type { Access } from '#contract/audit/accesses.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type EntryPages, useEntryPages } from '#renderer/components/audit/use-entry-pages.ts';

export function useAccesses(patientId: string): EntryPages<Access> {
  return useEntryPages(patientId, (cursor) =>
    vault()
      .audit.accesses(patientId, { limit: PAGE_LIMIT_DEFAULT, ...(cursor === undefined ? {} : { cursor }) })
      .page(),
  );
}
