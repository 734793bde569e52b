/** Makes and removes the sample practice from the page; what draws the pictures is loaded on demand. */
import { vault } from '#renderer/api/vault-client.ts';
import { loadRecordCaches } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

export type SampleLanguage = 'en' | 'de';

export async function makeSample(
  groupId: string,
  language: SampleLanguage,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { createSample } = await import('#sample/create-sample.ts');
  try {
    await createSample({
      client: vault(),
      security_group_id: groupId,
      language,
      by: useSession.getState().session?.principal.display_name ?? '',
      nowMs: Date.now(),
      signal: new AbortController().signal,
      onProgress,
    });
  } finally {
    await loadRecordCaches();
  }
}

/** Counts what a removal would erase, in every state and group. */
export async function countSample(): Promise<{ patients: number; exams: number }> {
  const { findSample } = await import('#sample/remove-sample.ts');
  const { patients, exams } = await findSample(vault(), new AbortController().signal);
  return { patients: patients.length, exams };
}

export async function removeWholeSample(reason: string): Promise<void> {
  const { findSample, removeSample } = await import('#sample/remove-sample.ts');
  const { signal } = new AbortController();
  try {
    await removeSample(vault(), await findSample(vault(), signal), reason, signal);
  } finally {
    await loadRecordCaches();
  }
}
