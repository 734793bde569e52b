import type { DocumentListItem } from '#contract/documents/views.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { ImportTarget } from './import-source.ts';

/** The document that was imported from this source before, in the trash or not. */
export async function findBySource<R extends 'patients' | 'exams'>(
  documents: Pick<VaultClient[R], 'list'>,
  { security_group_id, signal }: ImportTarget,
  sourceId: string,
): Promise<Pick<DocumentListItem<R>, 'index'> | undefined> {
  const query = { source_id: sourceId, state: 'all', security_group_id, limit: 1 } as const;
  const page = await documents.list(query, { signal }).page();
  return page.items[0];
}
