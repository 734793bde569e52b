import { SealFigure } from '#renderer/components/seal/SealFigure.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';

/** The seal figure of the open vault, as printed. */
export function VaultSeal() {
  const workspaceId = useSession((state) => state.session?.workspace_id ?? '');
  return (
    <div className="lh-mark">
      <SealFigure seed={workspaceId} />
    </div>
  );
}
