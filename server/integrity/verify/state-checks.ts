/** Verifies for each group with available keys that its rows, taken together, are the newest ones written. */

import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { createRowCounter } from '#server/integrity/history/count-group-rows.ts';
import { type FindStateKey, isStateAsRecorded } from '#server/integrity/history/state-digests.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createDigestStore } from '#server/storage/history/digest-store.ts';

/**
 * Skips a group without a digest, as in a vault of an older release, unless the signed list says it had one. `isCopy`:
 * the list does not describe a copy's own digests.
 */
export function checkState(db: SqlEngine, { ledger, principal }: Reader, isCopy: boolean): Finding[] {
  const { keyRing } = principal;
  const findKey: FindStateKey = (id, generation) =>
    keyRing.holdsGeneration(id, generation) ? keyRing.subkeys(id, generation).stateMacKey : undefined;
  const digests = createDigestStore(db);
  // In one transaction, because a server may be writing rows and digests.
  return db.readSnapshot(() => {
    const walk = createRowCounter(db, findKey);
    while (walk.step());
    return [...ledger.state().groups].flatMap(([id, { keeps_state }]) => {
      const ofGroup = digests.listOf(id);
      const findOwn = (generation: number) => findKey(id, generation);
      const isRight =
        ofGroup.length === 0
          ? isCopy || keeps_state === undefined
          : isStateAsRecorded(ofGroup, walk.talliesOf(id), findOwn);
      if (isRight) return [];
      return [finding('state_differs', id)];
    });
  });
}
