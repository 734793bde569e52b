/**
 * After an unlock, in the background, and again where that failed: counts the rows of every group whose key is at hand
 * and compares the sums with its digest. A group without one gets its first, unless the signed list says that it had
 * one; one whose sums differ, or whose digest is gone, stands as a finding until the rows are right again or a person
 * goes on with what lies there. Source: sealing design B10.
 */

import type { SecurityGroupId } from '#contract/ids.ts';
import { VaultError } from '#contract/vault-error.ts';
import { EMPTY_TALLY, type Tally } from '#crypto/history/state-digest.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import type { FindingsPort } from '#server/access/findings-port.ts';
import { createTurns } from '#server/access/turns.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import type { CommitHistory } from './commit-history.ts';
import { createStateWalk, type StateWalk } from './state-walk.ts';

/** A group that was found right is not counted again before this. */
const CHECK_AGAIN_AFTER_MS = 60 * 60 * 1000;
/** After a check that failed, the first commit from here on asks for the next: whoever commits has a database. */
const TRY_AGAIN_AFTER_MS = 60 * 1000;

export interface StateCheckDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly history: CommitHistory;
  readonly findings: FindingsPort;
  readonly onFailure: (error: unknown) => void;
}

export interface StateCheck {
  /** Checks what is due among the groups whose keys are at hand, soon; once `ready` settles, where somebody waits for that. */
  readonly request: (ready?: Promise<unknown>) => void;
  /** Takes the rows as they lie for right. @throws group_key_unavailable when nobody unlocked holds the group's key. */
  readonly accept: (securityGroupId: SecurityGroupId) => Promise<void>;
  /** Resolves when everything asked for so far is done. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createStateCheck({ db, core, history, findings, onFailure }: StateCheckDeps): StateCheck {
  const { commits, clock, unlocked, ledger } = core;
  const checkedAtMs = new Map<string, number>();
  let walk: StateWalk | undefined;
  const turns = createTurns();
  let isRequested = false;
  let isClosed = false;
  let failedAtMs: number | undefined;
  const closing = Promise.withResolvers<void>();

  function findKey(securityGroupId: SecurityGroupId, generation: number): Uint8Array | undefined {
    const holder = unlocked
      .list()
      .find(({ keyRing }) => keyRing.holdsGeneration(securityGroupId, generation));
    return holder?.keyRing.subkeys(securityGroupId, generation).stateMacKey;
  }

  /** The newest generation of the signed list, if somebody unlocked holds it. */
  function isHeld(securityGroupId: SecurityGroupId): boolean {
    const group = ledger.findState()?.groups.get(securityGroupId);
    return group !== undefined && findKey(securityGroupId, group.generation) !== undefined;
  }

  function dueGroups(): SecurityGroupId[] {
    const dueBefore = clock.nowMs() - CHECK_AGAIN_AFTER_MS;
    return [...(ledger.findState()?.groups.keys() ?? [])].filter(
      (id) => isHeld(id) && (checkedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) <= dueBefore,
    );
  }

  /** All of it in one go, of one state of the database. */
  function countAtOnce(): StateWalk {
    const counting = createStateWalk(db, findKey);
    while (counting.step());
    return counting;
  }

  function begin(securityGroupId: SecurityGroupId, counted: ReadonlyMap<number, Tally>): void {
    const current = ledger.state().groups.get(securityGroupId)?.generation ?? 1;
    commits.writeNow(() => {
      // Inside the writers' lock nobody else writes.
      const tallies = history.isOneOfSeveral ? countAtOnce().talliesOf(securityGroupId) : counted;
      history.begin(securityGroupId, new Map([[current, EMPTY_TALLY] as const, ...tallies]));
    });
  }

  /** Of what another server of the vault wrote during a count in turns, some was met and some not. */
  function holdsAtOnce(securityGroupId: SecurityGroupId): boolean {
    if (!history.isOneOfSeveral) return false;
    return db.readAtOnce(
      () =>
        !history.digests.isMissing(securityGroupId) &&
        history.digests.holds(securityGroupId, countAtOnce().talliesOf(securityGroupId)),
    );
  }

  function judge(securityGroupId: SecurityGroupId, counting: StateWalk): void {
    const counted = counting.talliesOf(securityGroupId);
    // A lock and an unlock in between: the rest of the rows was not counted.
    const { generationsOf, hasBegun, holds, isMissing } = history.digests;
    if (generationsOf(securityGroupId).some((each) => counting.hasMissed(securityGroupId, each))) return;
    checkedAtMs.set(securityGroupId, clock.nowMs());
    if (!hasBegun(securityGroupId)) begin(securityGroupId, counted);
    const isRight = !isMissing(securityGroupId) && holds(securityGroupId, counted);
    if (isRight || holdsAtOnce(securityGroupId)) findings.settle('state_differs', securityGroupId);
    else findings.note('state_differs', securityGroupId);
  }

  /** Undefined when it had to stop. */
  async function count(): Promise<StateWalk | undefined> {
    const counting = createStateWalk(db, findKey);
    walk = counting;
    try {
      do {
        // Requests are served between two pages.
        await new Promise(setImmediate);
        if (isClosed) return undefined;
      } while (counting.step());
      return counting;
    } finally {
      walk = undefined;
    }
  }

  async function checkDue(): Promise<void> {
    isRequested = false;
    const due = dueGroups();
    const counting = due.length === 0 ? undefined : await count();
    // Between the last page and here nothing was committed.
    if (counting !== undefined) for (const id of due.filter(isHeld)) judge(id, counting);
  }

  async function takeAsRight(securityGroupId: SecurityGroupId): Promise<void> {
    const counting = await count();
    if (counting === undefined || !isHeld(securityGroupId))
      throw new VaultError('group_key_unavailable', 'Unlock as a member of the group first.');
    begin(securityGroupId, counting.talliesOf(securityGroupId));
    findings.settle('state_differs', securityGroupId);
  }

  function request(ready?: Promise<unknown>): void {
    if (isClosed || isRequested) return;
    isRequested = true;
    turns
      .take(async () => {
        await Promise.race([ready, closing.promise]);
        await checkDue();
      })
      .catch((error: unknown) => {
        isRequested = false;
        failedAtMs = clock.nowMs();
        onFailure(error);
      });
  }

  function tryAgainIfDue(): void {
    if (failedAtMs === undefined || clock.nowMs() - failedAtMs < TRY_AGAIN_AFTER_MS) return;
    failedAtMs = undefined;
    request();
  }

  history.setKeeper({
    findKey,
    // A copy keeps digests of its own, which the list it follows does not speak of.
    isPromised: (id) => !core.isCopy && ledger.findState()?.groups.get(id)?.keeps_state === true,
    onUntracked: () => request(),
    onDamaged: (securityGroupId) => findings.note('state_differs', securityGroupId),
  });
  commits.onCommitted(() => {
    walk?.take(history.lastChanges());
    tryAgainIfDue();
  });

  return {
    request,
    accept: (securityGroupId) => turns.take(() => takeAsRight(securityGroupId)),
    settled: turns.settled,
    async close() {
      isClosed = true;
      closing.resolve();
      await turns.settled();
    },
  };
}
