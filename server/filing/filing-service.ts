/** Puts what came from outside where it belongs: adoption of the inbox, and the list of what fits nobody. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Inbox } from '#contract/imaging/inbox.ts';
import type { ToMatch } from '#contract/imaging/to-match.ts';
import type { Actor } from '#server/access/actor.ts';
import { type Adoption, createAdoption } from './adoption.ts';
import type { DocumentsPort, InboxPort, ReceivedObject } from './filing-ports.ts';
import type { FindExamDeps } from './find-exam.ts';
import { listToMatch } from './to-match.ts';

export interface FilingService extends Pick<Adoption, 'onUnlocked' | 'wake' | 'filed' | 'settled' | 'close'> {
  /** Counts alone; for anybody with a certificate of this vault. */
  readonly inbox: () => Inbox;
  /** @throws permission_denied, group_key_unavailable */
  readonly toMatch: (actor: Actor, securityGroupId: SecurityGroupId) => Promise<ToMatch>;
}

export interface FilingDeps<Item extends ReceivedObject> {
  readonly documents: DocumentsPort;
  readonly filesOfStudy: FindExamDeps['filesOfStudy'];
  readonly inbox: InboxPort<Item> & { readonly counts: () => Inbox };
  readonly onFailure: (error: unknown) => void;
}

export function createFilingService<Item extends ReceivedObject>(deps: FilingDeps<Item>): FilingService {
  const adoption = createAdoption(deps);
  return {
    onUnlocked: adoption.onUnlocked,
    wake: adoption.wake,
    filed: adoption.filed,
    settled: adoption.settled,
    close: adoption.close,
    inbox: deps.inbox.counts,
    async toMatch(actor, securityGroupId) {
      const items = await listToMatch(deps, actor, securityGroupId);
      const arrived = adoption.arrived(securityGroupId) ?? null;
      return { items, arrived, waiting: deps.inbox.counts().images };
    },
  };
}
