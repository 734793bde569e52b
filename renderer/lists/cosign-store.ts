/** Store of co-sign requests to the unlocked person, from all groups. Cleared at every lock. */
import { create } from 'zustand';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

interface AskedOfMe {
  /** Newest co-sign request to this person, by exam. */
  readonly requests: ReadonlyMap<string, CosignRequest>;
}

const NOTHING: AskedOfMe = { requests: new Map() };
/** Time in which changes are collected into one read. */
const GATHER_MS = 300;

export const useMyCosignRequests = create<AskedOfMe>()(() => NOTHING);

let timer: ReturnType<typeof setTimeout> | undefined;

export function startMyCosignRequests(): void {
  useSession.subscribe(({ phase }, before) => {
    if (phase !== before.phase && phase === 'unlocked') void read();
  });
  onVaultEvent(({ event, data }) => {
    // New versions and moves to or from the trash arrive as events of the exam itself.
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
    // On failure the known requests stay until the next change.
  }
}

onWipe(() => {
  clearTimeout(timer);
  useMyCosignRequests.setState(NOTHING);
});
