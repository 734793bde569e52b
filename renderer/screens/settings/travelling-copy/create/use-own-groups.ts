import { vault } from '#renderer/api/vault-client.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

const GROUPS_MAX = 1_000;

/** React hook for the groups of which the person is a member; only these can be copied. */
export function useOwnGroups() {
  return useLoaded(async () => {
    const all = await vault().groups.list().toArray({ limit: GROUPS_MAX });
    return all.filter(({ role }) => role !== null);
  });
}
