import { useSession } from '#renderer/state/session/session-store.ts';

/** React hook for the name of a security group; the start of its id for a group the person is not in. */
export function useGroupName(securityGroupId: string | undefined): string {
  const groups = useSession((state) => state.session?.groups);
  const group = groups?.find((known) => known.security_group_id === securityGroupId);
  return group?.name ?? securityGroupId?.slice(0, 8) ?? '';
}
