import { useState } from 'react';
import type { Settings, SettingsPatchBody } from '#contract/access/credentials.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { refreshSession, useSession } from '#renderer/state/session/session-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

interface WorkspaceSettings {
  readonly settings: Settings | undefined;
  readonly error: unknown;
  readonly canChange: boolean;
  /** True after a change was saved; undefined before the first. */
  readonly saved: boolean;
  readonly patch: (body: SettingsPatchBody) => Promise<void>;
}

/**
 * React hook for the vault's settings. A change applies at once, and the session's own limits are reloaded.
 */
export function useWorkspaceSettings(): WorkspaceSettings {
  const loaded = useLoaded(async () => vault().settings.get());
  const canChange = useSession((state) => state.session?.principal.is_admin ?? false);
  const [changed, setChanged] = useState<Settings>();
  const [failed, setFailed] = useState<unknown>();
  const patch = async (body: SettingsPatchBody) => {
    setFailed(undefined);
    try {
      setChanged(await vault().settings.patch(body));
      await refreshSession();
    } catch (error) {
      setFailed(error);
    }
  };
  return {
    settings: changed ?? loaded.data,
    error: failed ?? loaded.error,
    canChange,
    saved: changed !== undefined && failed === undefined,
    patch,
  };
}
