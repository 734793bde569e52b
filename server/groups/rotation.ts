/**
 * A new key for a group after someone left it: new generation, signed record, grants to those who held the
 * key, then every DEK rewrapped in batches, each one transaction. The job row outlives a crash and goes on under
 * the next unlocked owner or administrator who holds the key; readers accept both generations until it ends.
 * Source: sealing design B7.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { generateGroupKey } from '#crypto/keys/keys.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';
import { findCurrentKey } from '#server/access/core/current-key.ts';
import type { UnlockedPrincipal } from '#server/access/core/unlocked-principals.ts';
import type { RewrapBatch, RewrapParticipant, RewrapProgress } from '#server/access/rewrap.ts';
import { holdersOf } from './group-standing.ts';
import { groupsSomebodyLeft } from './left-groups.ts';

const BATCH_OBJECTS = 500;

export interface Rotations {
  /** Marks the group; call inside the transaction that takes the member out, then `start` after it. */
  readonly request: (securityGroupId: SecurityGroupId) => void;
  /** Begins, or goes on with, what is marked, if someone unlocked may. The new generation stands when this returns. */
  readonly start: (securityGroupId: SecurityGroupId) => void;
  /** Resolves when no rotation runs. One that waits for an owner is not running. */
  readonly settled: () => Promise<void>;
  readonly isPending: (securityGroupId: SecurityGroupId) => boolean;
  /** `listener` hears of a group once everything lies under `generation`. */
  readonly onRotated: (listener: (securityGroupId: SecurityGroupId, generation: number) => void) => void;
  /** Stops between two batches; the rest is done at a later unlock. */
  readonly close: () => void;
}

export interface RotationsDeps {
  readonly core: AccessCore;
  readonly participants: readonly RewrapParticipant[];
  /** The job stays and is tried again at the next unlock of an owner. */
  readonly onFailure?: (error: unknown) => void;
}

export function createRotations({ core, participants, onFailure }: RotationsDeps): Rotations {
  const { ledger, unlocked, commits, clock } = core;
  const { membership, rotations } = core.stores;
  const running = new Map<string, Promise<void>>();
  const rotatedListeners: ((securityGroupId: SecurityGroupId, generation: number) => void)[] = [];
  let isClosed = false;

  function findRunner(securityGroupId: SecurityGroupId): UnlockedPrincipal | undefined {
    const group = ledger.state().groups.get(securityGroupId);
    if (group === undefined) return undefined;
    return unlocked.list().find((principal) => {
      const role = group.members.get(principal.principal_id);
      const mayRotate = role === 'owner' || (principal.is_admin && role !== undefined);
      return mayRotate && findCurrentKey(core, principal, securityGroupId) !== undefined;
    });
  }

  /** Makes the new generation and gives it to everyone unlocked. Answers its number. */
  function begin(securityGroupId: SecurityGroupId, runner: UnlockedPrincipal): number {
    const generation = (ledger.state().groups.get(securityGroupId)?.generation ?? 0) + 1;
    const groupKey = generateGroupKey();
    const holders = holdersOf(core, securityGroupId);
    ledger.change(runner.secrets, (append) => {
      append({
        action: 'rotate',
        principal_id: runner.principal_id,
        kind: runner.kind,
        is_admin: runner.is_admin,
        security_group_id: securityGroupId,
        generation,
        grants: new Map([...holders].map((id) => [id, groupKey])),
      });
      rotations.updateBegun(securityGroupId, generation);
    });
    for (const id of holders) unlocked.giveKey(id, securityGroupId, generation, groupKey);
    wipe(groupKey);
    return generation;
  }

  /**
   * Every object of every participant, a transaction per batch.
   * @returns how many did not verify and were left; undefined when it had to stop.
   */
  async function rewrapAll(
    security_group_id: SecurityGroupId,
    generation: number,
  ): Promise<number | undefined> {
    let leftCount = 0;
    for (const participant of participants) {
      for (let after: string | null = ''; after !== null; ) {
        // Requests are served between two batches.
        await new Promise(setImmediate);
        const runner = findRunner(security_group_id);
        if (isClosed || runner === undefined) return undefined;
        const batch: RewrapBatch = {
          security_group_id,
          generation,
          keyRing: runner.keyRing,
          limit: BATCH_OBJECTS,
          after,
        };
        const progress: RewrapProgress = commits.writeNow(() => participant.rewrapBatch(batch));
        leftCount += progress.left.length;
        after = progress.last;
      }
    }
    return leftCount;
  }

  /** The old keys go only when nothing stands under them any more; a damaged row may be put right one day. */
  function finish(securityGroupId: SecurityGroupId, generation: number, keepOldKeys: boolean): void {
    const isRepeatWanted = commits.writeNow(() => {
      const again = rotations.find(securityGroupId)?.is_repeat_wanted === 1;
      if (!keepOldKeys) membership.deleteGrantsBefore(securityGroupId, generation);
      if (again) rotations.updateToStartOver(securityGroupId);
      else rotations.delete(securityGroupId);
      return again;
    });
    if (!keepOldKeys) {
      for (const { keyRing } of unlocked.list()) keyRing.forgetGenerationsBefore(securityGroupId, generation);
    }
    commits.checkpoint();
    if (!isRepeatWanted) for (const listener of rotatedListeners) listener(securityGroupId, generation);
  }

  function beginIfDue(securityGroupId: SecurityGroupId): number | undefined {
    const job = rotations.find(securityGroupId);
    const runner = job && findRunner(securityGroupId);
    if (isClosed || !job || !runner) return undefined;
    // The job is a clear row: a generation that is not the one signed last is not believed.
    const isBegun = job.generation === ledger.state().groups.get(securityGroupId)?.generation;
    return isBegun && job.generation !== null ? job.generation : begin(securityGroupId, runner);
  }

  async function run(securityGroupId: SecurityGroupId, first: number | undefined): Promise<void> {
    for (let generation = first; generation !== undefined; generation = beginIfDue(securityGroupId)) {
      const left = await rewrapAll(securityGroupId, generation);
      if (left === undefined) return;
      finish(securityGroupId, generation, left > 0);
    }
  }

  function start(securityGroupId: SecurityGroupId): void {
    if (running.has(securityGroupId)) return;
    const generation = beginIfDue(securityGroupId);
    if (generation === undefined) return;
    const job = run(securityGroupId, generation)
      .catch((error: unknown) => onFailure?.(error))
      .finally(() => running.delete(securityGroupId));
    running.set(securityGroupId, job);
  }

  /** Marks again what the list says is due, whatever became of the row. */
  function markLeft(): void {
    for (const id of groupsSomebodyLeft(ledger.records())) {
      if (rotations.find(id) !== undefined || findRunner(id) === undefined) continue;
      commits.writeNow(() => rotations.insert(id, nowInstant(clock)));
    }
  }

  /** No request waits for it, so nobody else hears of a failure of storage. */
  function startWaiting(): void {
    try {
      if (isClosed) return;
      markLeft();
      for (const job of rotations.list()) start(job.security_group_id);
    } catch (error) {
      onFailure?.(error);
    }
  }

  unlocked.onOpened(() => {
    setImmediate(startWaiting);
  });

  return {
    request: (securityGroupId) => rotations.insert(securityGroupId, nowInstant(clock)),
    start,
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
    isPending: (securityGroupId) => rotations.find(securityGroupId) !== undefined,
    onRotated: (listener) => void rotatedListeners.push(listener),
    close() {
      isClosed = true;
    },
  };
}
