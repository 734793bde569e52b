/**
 * Compares each group's state digest with its rows, in the background after an unlock, and again after a failure. Large
 * vaults are counted less often, so that counting takes a small share of the time. A count whose keys are wiped halfway
 * waits for them. With several servers it counts one snapshot over a separate connection. A group without a digest gets
 * its first, unless the signed list says it had one. A missing digest or different sums become a finding, which stays
 * open until the rows are right again or a person accepts the present state. Source: sealing design B10.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { EMPTY_TALLY, type Tally } from '#crypto/history/state-digest.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { ReadState, SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createDigestStore, type DigestRow } from '#server/storage/history/digest-store.ts';
import { createSerialQueue } from '#server/system/concurrency/serial-queue.ts';
import type { CommitHistory } from './commit-history.ts';
import { createRowCounter, type RowCounter } from './count-group-rows.ts';
import { isStateAsRecorded } from './state-digests.ts';

/** Shortest time between two counts of an intact group. */
const CHECK_AGAIN_AFTER_MS = 60 * 60 * 1000;
/** The next count also waits this many times the duration of the last one. */
const SHARE_OF_TIME = 50;
/** A count that waits longer for its keys starts again, because it misses every change behind its position. */
const COUNT_MAX_MS = 24 * 60 * 60 * 1000;
/**
 * Time after a failed check from which the next commit requests another one: a server that commits has a database.
 */
const TRY_AGAIN_AFTER_MS = 60 * 1000;

export interface StateCheckDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly history: CommitHistory;
  readonly findings: FindingsPort;
  readonly onFailure: (error: unknown) => void;
}

export interface StateCheck {
  /** Checks due groups whose keys are available, now or once `ready` settles. */
  readonly request: (ready?: Promise<unknown>) => void;
  /** Accepts the present rows. @throws group_key_unavailable when no unlocked principal has the group's key. */
  readonly accept: (securityGroupId: SecurityGroupId) => Promise<void>;
  /** Resolves when all requested checks are done. */
  readonly whenIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Counting {
  readonly walk: RowCounter;
  readonly beganAtMs: number;
  /** The snapshot being counted, where other servers write meanwhile. */
  readonly state: ReadState | undefined;
  /** True when the count waited for keys and then continued. */
  readonly isTakenUp: boolean;
}

export function createStateCheck({ db, core, history, findings, onFailure }: StateCheckDeps): StateCheck {
  const { commits, clock, unlocked, ledger } = core;
  const dueAtMs = new Map<string, number>();
  let counting: Counting | undefined;
  const turns = createSerialQueue();
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

  /** True when an unlocked principal has the newest key of the signed list. */
  function isHeld(securityGroupId: SecurityGroupId): boolean {
    const group = ledger.findState()?.groups.get(securityGroupId);
    return group !== undefined && findKey(securityGroupId, group.generation) !== undefined;
  }

  function dueGroups(): SecurityGroupId[] {
    const nowMs = clock.nowMs();
    return [...(ledger.findState()?.groups.keys() ?? [])].filter(
      (id) => isHeld(id) && (dueAtMs.get(id) ?? Number.NEGATIVE_INFINITY) <= nowMs,
    );
  }

  /** Counts everything at once, from one state of the database. */
  function countAtOnce(): RowCounter {
    const counting = createRowCounter(db, findKey);
    while (counting.step());
    return counting;
  }

  function begin(securityGroupId: SecurityGroupId, counted: ReadonlyMap<number, Tally>): void {
    const current = ledger.state().groups.get(securityGroupId)?.generation ?? 1;
    commits.writeNow(() => {
      // Counted again under the write lock, where no other server can write.
      const tallies = history.isOneOfSeveral ? countAtOnce().talliesOf(securityGroupId) : counted;
      history.begin(securityGroupId, new Map([[current, EMPTY_TALLY] as const, ...tallies]));
    });
  }

  function digestsOf(securityGroupId: SecurityGroupId, { state }: Counting): readonly DigestRow[] {
    return createDigestStore(state ?? db).listOf(securityGroupId);
  }

  function judge(securityGroupId: SecurityGroupId, finished: Counting): void {
    const { walk, state } = finished;
    const counted = walk.talliesOf(securityGroupId);
    const { hasBegun, isMissing } = history.digests;
    const digests = digestsOf(securityGroupId, finished);
    const newest = ledger.state().groups.get(securityGroupId)?.generation ?? 1;
    const generations = [newest, ...digests.map(({ generation }) => generation)];
    // The session was locked meanwhile: some rows were reached without their key.
    if (generations.some((each) => walk.hasMissed(securityGroupId, each))) return;
    const again = Math.max(CHECK_AGAIN_AFTER_MS, walk.tookMs() * SHARE_OF_TIME);
    dueAtMs.set(securityGroupId, clock.nowMs() + again);
    const isNew = !hasBegun(securityGroupId);
    if (isNew) begin(securityGroupId, counted);
    // Another server created the digest after that snapshot; the next count compares it.
    else if (state !== undefined && digests.length === 0 && !isMissing(securityGroupId)) return;
    const key = (generation: number) => findKey(securityGroupId, generation);
    const isRight = isNew || (!isMissing(securityGroupId) && isStateAsRecorded(digests, counted, key));
    if (isRight) findings.resolve('state_differs', securityGroupId);
    else findings.report('state_differs', securityGroupId);
  }

  function takeUpOrBegin(): Counting {
    const waiting = counting;
    if (waiting !== undefined && clock.nowMs() - waiting.beganAtMs < COUNT_MAX_MS)
      return { ...waiting, isTakenUp: true };
    const state = db.readBeside();
    const walk = createRowCounter(state ?? db, findKey);
    return { beganAtMs: clock.nowMs(), state, walk, isTakenUp: false };
  }

  function drop(ended: Counting | undefined): void {
    counting = undefined;
    ended?.state?.close();
  }

  /**
   * Undefined when stopped, or waiting for keys of `wanted`: the next unlock continues. A count over a snapshot never
   * waits, because the snapshot would stay open as long.
   */
  async function count(wanted: readonly SecurityGroupId[]): Promise<Counting | undefined> {
    const current = takeUpOrBegin();
    counting = current;
    try {
      for (;;) {
        // Let requests run between two pages.
        await new Promise(setImmediate);
        if (isClosed) break;
        if (!wanted.some(isHeld)) {
          if (current.state === undefined) return undefined;
          break;
        }
        if (current.walk.step()) continue;
        if (current.state?.isOne() === false) throw new Error('The state that was counted was lost.');
        return current;
      }
      drop(current);
      return undefined;
    } catch (error) {
      drop(current);
      throw error;
    }
  }

  async function checkDue(): Promise<void> {
    isRequested = false;
    const due = dueGroups();
    const finished = due.length === 0 ? undefined : await count(due);
    if (finished === undefined) return;
    try {
      // This server has committed nothing since the last page.
      for (const id of due.filter(isHeld)) judge(id, finished);
    } finally {
      drop(finished);
    }
    // Check again for groups whose key arrived after the count passed their rows.
    if (finished.isTakenUp && dueGroups().length > 0) request();
  }

  async function acceptCurrentState(securityGroupId: SecurityGroupId): Promise<void> {
    drop(counting);
    const finished = await count([securityGroupId]);
    drop(finished ?? counting);
    if (finished === undefined || !isHeld(securityGroupId))
      throw new VaultError('group_key_unavailable', 'Unlock as a member of the group first.');
    begin(securityGroupId, finished.walk.talliesOf(securityGroupId));
    findings.resolve('state_differs', securityGroupId);
  }

  function request(ready?: Promise<unknown>): void {
    if (isClosed || isRequested) return;
    isRequested = true;
    turns
      .run(async () => {
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
    // A travelling copy has digests of its own, which the home vault's list does not mention.
    isPromised: (id) => !core.isCopy && ledger.findState()?.groups.get(id)?.keeps_state === true,
    onUntracked: () => request(),
    onDamaged: (securityGroupId) => findings.report('state_differs', securityGroupId),
  });
  commits.onCommitted(() => {
    if (counting?.state === undefined) counting?.walk.take(history.lastChanges());
    tryAgainIfDue();
  });

  return {
    request,
    accept: (securityGroupId) => turns.run(() => acceptCurrentState(securityGroupId)),
    whenIdle: turns.whenIdle,
    async close() {
      isClosed = true;
      closing.resolve();
      await turns.whenIdle();
      drop(counting);
    },
  };
}
