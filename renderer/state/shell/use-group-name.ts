import { useSession } from '#renderer/state/session/session-store.ts';

/** Name of a security group as the session knows it; its id's beginning for a group one is not in. */
export function useGroupName(securityGroupId: string | undefined): string {
  const groups = useSession((state) => state.session?.groups);
  const group = groups?.find((known) => known.security_group_id === securityGroupId);
  return group?.name ?? securityGroupId?.slice(0, 8) ?? '';
}
