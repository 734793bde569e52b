import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';

/** React hook: true once it is known that the vault has no exam, for a person who may bring some in. */
export function useIsFirstDay(): boolean {
  const isEmpty = examCache.use(({ rows, progress }) => progress === 'complete' && rows.size === 0);
  return useWritableGroups().length > 0 && isEmpty;
}
