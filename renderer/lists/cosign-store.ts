/** What whoever is unlocked is asked to co-sign, of all groups. Gone with the lock. */
import { create } from 'zustand';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

interface AskedOfMe {
  /** By exam; the newest request of each. */
  readonly requests: ReadonlyMap<string, CosignRequest>;
}

const NOTHING: AskedOfMe = { requests: new Map() };
/** Changes that come within this time are read together. */
const GATHER_MS = 300;

export const useMyCosignRequests = create<AskedOfMe>()(() => NOTHING);

let timer: ReturnType<typeof setTimeout> | undefined;

export function startMyCosignRequests(): void {
  useSession.subscribe(({ phase }, before) => {
    if (phase !== before.phase && phase === 'unlocked') void read();
  });
  onVaultEvent(({ event, data }) => {
    // A version that is followed by another, and an exam that comes into the trash or out of it, tell of themselves.
    const isKnown = event === 'document' && useMyCosignRequests.getState().requests.has(data.id);
    const isBack = event === 'document' && data.change === 'restored';
    if (event !== 'cosign_request' && !isKnown && !isBack) return;
    clearTimeout(timer);
    timer = setTimeout(() => void read(), GATHER_MS);
  });
}

async function read(): Promise<void> {
  const { session, phase } = useSession.getState();
  if (phase !== 'unlocked' || session === undefined) return;
  try {
    const { items } = await vault().exams.cosign.awaited({ passive: true });
    if (useSession.getState().session?.session_id !== session.session_id) return;
    useMyCosignRequests.setState({
      requests: new Map(items.toReversed().map((item) => [item.exam_id, item.request])),
    });
  } catch {
    // The next change reads it again; what is known stays as it was.
  }
}

onWipe(() => {
  clearTimeout(timer);
  useMyCosignRequests.setState(NOTHING);
});
