import type { WorkspaceId } from '#contract/ids.ts';

/** Where the fingerprint of a vault's founder is kept, outside of its folder. Lower-case hex, 64 characters. */
export interface FounderAnchor {
  readonly read: (workspaceId: WorkspaceId) => string | undefined;
  readonly write: (workspaceId: WorkspaceId, fingerprint: string) => void;
}
