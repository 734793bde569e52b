/** Optimistic update loop: reads, changes and writes conditionally, so that no other update is lost. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { ConflictError } from '#sdk/errors.ts';
import { DEFAULT_RETRY_POLICY, pause, retryDelayMs } from '#sdk/http/retry.ts';
import type { DocumentsApi, EditFunction, EditOptions } from './documents-api.ts';

const EDIT_ATTEMPTS_DEFAULT = 5;

/**
 * `edit` may run several times, each time on the present record, so it should have no side effects.
 * @throws ConflictError if the last attempt conflicted too.
 */
export async function editDocument<R extends Resource>(
  documents: Pick<DocumentsApi<R>, 'get' | 'update'>,
  id: string,
  edit: EditFunction<R>,
  { maxAttempts = EDIT_ATTEMPTS_DEFAULT, ...options }: EditOptions = {},
): Promise<DocumentView<R>> {
  for (let attempt = 1; ; attempt += 1) {
    const view = await documents.get(id, undefined, options);
    const record = await edit(view.record, view);
    if (record === undefined) return view;
    try {
      return await documents.update(id, { record, expected_latest_version_id: view.version_id }, options);
    } catch (error) {
      if (!isAnotherWriter(error) || attempt >= maxAttempts) throw error;
      await pause(retryDelayMs(error, attempt, { ...DEFAULT_RETRY_POLICY, baseDelayMs: 20 }), options.signal);
    }
  }
}

function isAnotherWriter(error: unknown): boolean {
  return (
    error instanceof ConflictError && (error.code === 'version_conflict' || error.code === 'version_pending')
  );
}
