import type { DocumentListItem } from '#contract/documents/views.ts';
import { isUuidV7 } from '#contract/ids.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { ImportTarget } from './import-source.ts';

/** Finds the document imported from this source before, also in the trash. */
export async function findBySource<R extends 'patients' | 'exams'>(
  documents: Pick<VaultClient[R], 'list'>,
  { security_group_id, signal }: ImportTarget,
  sourceId: string,
): Promise<Pick<DocumentListItem<R>, 'index'> | undefined> {
  const query = { source_id: sourceId, state: 'all', security_group_id, limit: 1 } as const;
  const page = await documents.list(query, { signal }).page();
  return page.items[0];
}

/** Finds the record of the vault's own export, which uses its own id unless it was imported. */
export async function findOwn<R extends 'patients' | 'exams'>(
  documents: Pick<VaultClient[R], 'get'>,
  { security_group_id, signal }: ImportTarget,
  sourceId: string,
): Promise<Pick<DocumentListItem<R>, 'index'> | undefined> {
  const id = sourceId.split('/').at(-1) ?? '';
  if (!isUuidV7(id)) return undefined;
  try {
    const { index } = await documents.get(id, {}, { signal });
    return index.security_group_id === security_group_id ? { index } : undefined;
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}
