import type { Session } from '#contract/access/session.ts';
import { useSession } from './session-store.ts';

const NONE: Session['groups'] = [];

/** React hook: the groups into which the person may write now, in the session's order. */
export function useWritableGroups(): Session['groups'] {
  const groups = useSession((state) => state.session?.groups) ?? NONE;
  return groups.filter(({ role, key_available }) => role !== 'viewer' && key_available);
}
