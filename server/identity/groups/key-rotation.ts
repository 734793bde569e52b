/**
 * Key rotation of a group after a member left: new generation, signed record, grants to the remaining members, then
 * every DEK rewrapped in batches, each one transaction. A rotation survives a crash and continues with the next
 * unlocked owner or administrator who has the key. Readers accept both generations until it ends. The signed list
 * and the available keys decide whether a rotation is due; the job row only says whose unlock is needed. With
 * several servers one at a time works on a group; when it stops, another continues. Source: sealing design B7.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import type { RewrapBatch, RewrapParticipant, RewrapProgress } from '#server/identity/actor/rewrap-port.ts';
import { findCurrentKey } from '#server/identity/core/current-group-key.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import type { NamedLock, SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { nowInstant } from '#server/system/clock.ts';
import { createTurnSize } from '#server/system/concurrency/adaptive-batch-size.ts';
import { holdersOf } from './group-authorization.ts';
import { groupsDueForRotation } from './groups-due-for-rotation.ts';

export interface Rotations {
  /** Stores that the group needs a rotation; call inside the transaction that removes the member, then call `start`. */
  readonly request: (securityGroupId: SecurityGroupId) => void;
  /**
   * Starts or continues the pending rotation, if an unlocked principal may. The new generation exists when this
   * returns.
   */
  readonly start: (securityGroupId: SecurityGroupId) => void;
  /** Resolves when no rotation is running; one that waits for an owner does not count. */
  readonly whenIdle: () => Promise<void>;
  /** Continues rotations that another server left unfinished. No request waits for it. */
  readonly resume: () => void;
  /** Ends rotations that another server has finished. */
  readonly onForeignWrites: () => void;
  readonly isPending: (securityGroupId: SecurityGroupId) => boolean;
  /** Calls `listener` once all rows of a group are under `generation`. */
  readonly onRotated: (listener: (securityGroupId: SecurityGroupId, generation: number) => void) => void;
  /** Stops between two batches; a later unlock continues. */
  readonly close: () => void;
}

export interface RotationsDeps {
  readonly core: AccessCore;
  readonly participants: readonly RewrapParticipant[];
  readonly tryLock: SqlEngine['tryLock'];
  /** True when the group's state digests still count rows under keys before `generation`. */
  readonly isCountedBefore?: (securityGroupId: SecurityGroupId, generation: number) => boolean;
  /** Called on failure. The job stays and is tried again at the next unlock of an owner. */
  readonly onFailure?: (error: unknown) => void;
}

export function createRotations(deps: RotationsDeps): Rotations {
  const { core, participants, tryLock, isCountedBefore, onFailure } = deps;
  const { ledger, unlocked, commits, clock } = core;
  const { membership, rotations } = core.stores;
  const running = new Map<string, Promise<void>>();
  /**
   * Rotations this process finished whose older keys stay for rows that did not verify; not repeated at each unlock.
   */
  const heldBack = new Map<SecurityGroupId, number>();
  const rotatedListeners: ((securityGroupId: SecurityGroupId, generation: number) => void)[] = [];
  let isClosed = false;

  /**
   * Finds the principal to rotate with. Those with earlier keys come first, because a member added during the rotation
   * has only the newest.
   */
  function findRunner(securityGroupId: SecurityGroupId): UnlockedPrincipal | undefined {
    // A travelling copy receives rewrapped rows from its home vault.
    if (core.isCopy) return undefined;
    const group = ledger.state().groups.get(securityGroupId);
    if (group === undefined) return undefined;
    const able = unlocked.list().filter((principal) => {
      const role = group.members.get(principal.principal_id);
      const mayRotate = role === 'owner' || (principal.is_admin && role !== undefined);
      return mayRotate && findCurrentKey(core, principal, securityGroupId) !== undefined;
    });
    return (
      able.find(({ keyRing }) => keyRing.holdsOlderGeneration(securityGroupId, group.generation)) ?? able[0]
    );
  }

  /** Asks only the signed list, because a job row can be edited or deleted. */
  function isNewKeyDue(securityGroupId: SecurityGroupId): boolean {
    return groupsDueForRotation(ledger.records()).has(securityGroupId);
  }

  /** Creates the new generation and gives its key to every unlocked member. Returns its number. */
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
   * Rewraps every object of every participant, one transaction per batch.
   * @returns how many did not verify and stayed; undefined when it had to stop.
   */
  async function rewrapAll(
    security_group_id: SecurityGroupId,
    generation: number,
    lock: NamedLock,
  ): Promise<number | undefined> {
    let leftCount = 0;
    for (const participant of participants) {
      // Each participant gets its own batch size, because rows differ in cost.
      const size = createTurnSize();
      for (let after: string | null = ''; after !== null; ) {
        // Let requests run between two batches.
        await new Promise(setImmediate);
        const runner = findRunner(security_group_id);
        if (isClosed || runner === undefined || !lock.isHeld()) return undefined;
        const batch: RewrapBatch = {
          security_group_id,
          generation,
          keyRing: runner.keyRing,
          limit: size.next(),
          after,
        };
        const beganMs = performance.now();
        const progress: RewrapProgress = commits.writeNow(() => participant.rewrapBatch(batch));
        size.took(performance.now() - beganMs);
        leftCount += progress.left.length;
        after = progress.last;
      }
    }
    return leftCount;
  }

  /**
   * Ends the rotation. Old keys are deleted only when no row uses them, because a damaged row may be repaired later.
   */
  function finish(securityGroupId: SecurityGroupId, generation: number, keepOldKeys: boolean): void {
    const isRepeatDue = isNewKeyDue(securityGroupId);
    commits.writeNow(() => {
      if (!keepOldKeys) membership.deleteGrantsBefore(securityGroupId, generation);
      rotations.delete(securityGroupId);
      if (isRepeatDue) rotations.insert(securityGroupId, nowInstant(clock));
    });
    if (keepOldKeys) heldBack.set(securityGroupId, generation);
    else {
      for (const { keyRing } of unlocked.list()) keyRing.forgetGenerationsBefore(securityGroupId, generation);
    }
    commits.checkpoint();
    if (!isRepeatDue) for (const listener of rotatedListeners) listener(securityGroupId, generation);
  }

  function beginIfDue(securityGroupId: SecurityGroupId): number | undefined {
    const job = rotations.find(securityGroupId);
    const runner = job && findRunner(securityGroupId);
    if (isClosed || !job || !runner) return undefined;
    // The job row is plaintext, so its generation is compared with the last signed one.
    const isBegun = job.generation === ledger.state().groups.get(securityGroupId)?.generation;
    return isBegun && job.generation !== null && !isNewKeyDue(securityGroupId)
      ? job.generation
      : begin(securityGroupId, runner);
  }

  async function run(
    securityGroupId: SecurityGroupId,
    first: number | undefined,
    lock: NamedLock,
  ): Promise<void> {
    for (let generation = first; generation !== undefined; generation = beginIfDue(securityGroupId)) {
      const left = await rewrapAll(securityGroupId, generation, lock);
      if (left === undefined || !lock.isHeld()) return;
      // A row whose plaintext group was edited appears in no batch, but its own group's digest still counts it.
      const isOneMissing = isCountedBefore?.(securityGroupId, generation) ?? false;
      finish(securityGroupId, generation, left > 0 || isOneMissing);
    }
  }

  function start(securityGroupId: SecurityGroupId): void {
    if (running.has(securityGroupId) || rotations.find(securityGroupId) === undefined) return;
    const lock = tryLock(`rotation/${securityGroupId}`);
    if (lock === undefined) return;
    let generation: number | undefined;
    try {
      // Decided only here, because another server may have begun it.
      generation = beginIfDue(securityGroupId);
    } finally {
      if (generation === undefined) lock.release();
    }
    if (generation === undefined) return;
    const job = run(securityGroupId, generation, lock)
      .catch((error: unknown) => onFailure?.(error))
      .finally(() => {
        lock.release();
        running.delete(securityGroupId);
      });
    running.set(securityGroupId, job);
  }

  /**
   * Stores every rotation again that is due by the signed list, or begun and not ended, whatever the job row says. In
   * the second case some principal still has an older key.
   */
  function markUnfinished(): void {
    for (const [id, { generation }] of ledger.state().groups) {
      const runner = rotations.find(id) === undefined ? findRunner(id) : undefined;
      if (runner === undefined) continue;
      const isDue = isNewKeyDue(id);
      const isHalfDone =
        runner.keyRing.holdsOlderGeneration(id, generation) && heldBack.get(id) !== generation;
      if (!isDue && !isHalfDone) continue;
      commits.writeNow(() => {
        rotations.insert(id, nowInstant(clock));
        if (!isDue) rotations.updateBegun(id, generation);
      });
    }
  }

  /** No request waits for this, so a storage failure is only reported. */
  function startWaiting(): void {
    try {
      if (isClosed) return;
      markUnfinished();
      for (const job of rotations.list()) start(job.security_group_id);
    } catch (error) {
      onFailure?.(error);
    }
  }

  /** Groups whose old grants another server has deleted together with the job. */
  function endedElsewhere(): readonly (readonly [SecurityGroupId, number])[] {
    const groups = [...(ledger.findState()?.groups ?? [])];
    return groups.flatMap(([id, { generation }]) => {
      const holder = unlocked.list().find(({ keyRing }) => keyRing.holdsGeneration(id, generation - 1));
      if (holder === undefined || running.has(id) || rotations.find(id) !== undefined) return [];
      const grants = membership.listGrantsOf(holder.principal_id);
      const isKept = grants.some((grant) => grant.security_group_id === id && grant.generation < generation);
      return isKept ? [] : [[id, generation]];
    });
  }

  function onForeignWrites(): void {
    for (const [id, generation] of endedElsewhere()) {
      for (const { keyRing } of unlocked.list()) keyRing.forgetGenerationsBefore(id, generation);
      for (const listener of rotatedListeners) listener(id, generation);
    }
  }

  unlocked.onOpened(() => {
    setImmediate(startWaiting);
  });

  return {
    request: (securityGroupId) => rotations.insert(securityGroupId, nowInstant(clock)),
    start,
    resume() {
      onForeignWrites();
      startWaiting();
    },
    onForeignWrites,
    async whenIdle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    isPending: (securityGroupId) => rotations.find(securityGroupId) !== undefined,
    onRotated: (listener) => void rotatedListeners.push(listener),
    close() {
      isClosed = true;
    },
  };
}
