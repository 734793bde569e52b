import type { WorkspaceId } from '#contract/ids.ts';

/** Port to the founder's fingerprint, stored outside the vault's folder. Lower-case hex, 64 characters. */
export interface FounderAnchor {
  readonly read: (workspaceId: WorkspaceId) => string | undefined;
  readonly write: (workspaceId: WorkspaceId, fingerprint: string) => void;
}
