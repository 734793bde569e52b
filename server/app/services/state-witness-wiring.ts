/**
 * Handles a proven roll-back or fork: stores it in the anchor outside the database, so that the next start is refused
 * too. A state that a client has proven is also reported as finding and audit entry. Composed here, because the history
 * knows none of them.
 */
import type { WorkspaceId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import { createStateWitness, type StateWitness } from '#server/integrity/history/state-witness.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import type { CommitLink } from '#server/storage/history/commit-link-store.ts';
import { createEpochStore } from '#server/storage/history/epoch-store.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import type { Services } from './services.ts';

/** Findings that starting with `--accept-rollback` resolves. */
const DECIDED = ['history_disputed', 'history_doubted'] as const;

interface Witnessed {
  readonly db: Statements;
  readonly history: CommitHistory;
  readonly services: Pick<Services, 'health' | 'audit'>;
}

interface WitnessOptions {
  readonly stateDir?: string;
  readonly acceptRollback?: boolean;
  readonly onBackgroundFailure?: (what: string, error: unknown) => void;
}

export function createVaultStateWitness(
  { db, history, services: { health, audit } }: Witnessed,
  workspaceId: () => WorkspaceId | undefined,
  { stateDir, acceptRollback = false, onBackgroundFailure }: WitnessOptions,
): StateWitness {
  if (acceptRollback) for (const code of DECIDED) health.resolve(code, '');
  const stateKey = createEpochStore(db).findStateKey();
  if (stateKey === undefined) throw new Error('service_state has no key');
  const anchor = createRollbackAnchor(stateDir ?? readEnvironment().stateDir);

  function remember({ epoch, commit_count, chain }: CommitLink): void {
    const id = workspaceId();
    try {
      if (id !== undefined) anchor.write(id, { epoch, commit_count, chain: encodeHex(chain), groups: {} });
    } catch (error) {
      onBackgroundFailure?.('rollback anchor', error);
    }
  }

  history.setMissing(remember);
  return createStateWitness({
    history,
    stateKey,
    onDisputed(seen, clientCn) {
      remember(seen);
      health.report('history_disputed', '');
      audit.recordDispute(clientCn, `${seen.epoch}.${seen.commit_count}`);
    },
    onDoubted: () => health.report('history_doubted', ''),
  });
}
