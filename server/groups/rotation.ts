/**
 * A new key for a group after someone left it: new generation, signed record, grants to those who held the
 * key, then every DEK rewrapped in batches, each one transaction. The job row outlives a crash and goes on under
 * the next unlocked owner or administrator who holds the key; readers accept both generations until it ends.
 * Source: sealing design B7.
 */
import { wipe } from '#crypto/bytes.ts';
import { generateGroupKey } from '#crypto/keys/keys.ts';
import { nowInstant } from '../access/clock.ts';
import type { AccessCore } from '../access/core/access-core.ts';
import { findCurrentKey } from '../access/core/current-key.ts';
import type { UnlockedPrincipal } from '../access/core/unlocked-principals.ts';
import type { RewrapParticipant } from '../access/rewrap.ts';
import { holdersOf } from './group-standing.ts';

const BATCH_OBJECTS = 500;

export interface Rotations {
  /** Marks the group; call inside the transaction that takes the member out, then `start` after it. */
  readonly request: (securityGroupId: string) => void;
  /** Begins, or goes on with, what is marked, if someone unlocked may. The new generation stands when this returns. */
  readonly start: (securityGroupId: string) => void;
  /** Resolves when no rotation runs. One that waits for an owner is not running. */
  readonly settled: () => Promise<void>;
  readonly isPending: (securityGroupId: string) => boolean;
  /** `listener` hears of a group once everything lies under `generation`. */
  readonly onRotated: (listener: (securityGroupId: string, generation: number) => void) => void;
  /** Stops between two batches; the rest is done at a later unlock. */
  readonly close: () => void;
}

export interface RotationsDeps {
  readonly core: AccessCore;
  readonly participants: readonly RewrapParticipant[];
  /** A batch failed: the job stays and is tried again at the next unlock of an owner. */
  readonly onFailure?: (securityGroupId: string, error: unknown) => void;
}

export function createRotations({ core, participants, onFailure }: RotationsDeps): Rotations {
  const { ledger, unlocked, commits, clock } = core;
  const { membership, rotations } = core.stores;
  const running = new Map<string, Promise<void>>();
  const rotatedListeners: ((securityGroupId: string, generation: number) => void)[] = [];
  let isClosed = false;

  function findRunner(securityGroupId: string): UnlockedPrincipal | undefined {
    const group = ledger.state().groups.get(securityGroupId);
    if (group === undefined) return undefined;
    return unlocked.list().find((principal) => {
      const role = group.members.get(principal.principal_id);
      const mayRotate = role === 'owner' || (principal.is_admin && role !== undefined);
      return mayRotate && findCurrentKey(core, principal, securityGroupId) !== undefined;
    });
  }

  /** Makes the new generation and gives it to everyone unlocked. Answers its number. */
  function begin(securityGroupId: string, runner: UnlockedPrincipal): number {
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

  /** One transaction. Answers whether more may be left. */
  function rewrapBatch(securityGroupId: string, generation: number, runner: UnlockedPrincipal): boolean {
    return commits.writeNow(() => {
      let left = BATCH_OBJECTS;
      for (const participant of participants) {
        left -= participant.rewrapBatch(securityGroupId, generation, runner.keyRing, left);
        if (left <= 0) return true;
      }
      return false;
    });
  }

  function finish(securityGroupId: string, generation: number): void {
    const isRepeatWanted = commits.writeNow(() => {
      const again = rotations.find(securityGroupId)?.is_repeat_wanted === 1;
      membership.deleteGrantsBefore(securityGroupId, generation);
      if (again) rotations.updateToStartOver(securityGroupId);
      else rotations.delete(securityGroupId);
      return again;
    });
    for (const { keyRing } of unlocked.list()) keyRing.forgetGenerationsBefore(securityGroupId, generation);
    commits.checkpoint();
    if (!isRepeatWanted) for (const listener of rotatedListeners) listener(securityGroupId, generation);
  }

  function beginIfDue(securityGroupId: string): number | undefined {
    const job = rotations.find(securityGroupId);
    const runner = job && findRunner(securityGroupId);
    if (isClosed || !job || !runner) return undefined;
    return job.generation ?? begin(securityGroupId, runner);
  }

  async function run(securityGroupId: string, first: number | undefined): Promise<void> {
    for (let generation = first; generation !== undefined; generation = beginIfDue(securityGroupId)) {
      let isMoreLeft = true;
      while (isMoreLeft) {
        // Requests are served between two batches.
        await new Promise(setImmediate);
        const runner = findRunner(securityGroupId);
        if (isClosed || runner === undefined) return;
        isMoreLeft = rewrapBatch(securityGroupId, generation, runner);
      }
      finish(securityGroupId, generation);
    }
  }

  function start(securityGroupId: string): void {
    if (running.has(securityGroupId)) return;
    const generation = beginIfDue(securityGroupId);
    if (generation === undefined) return;
    const job = run(securityGroupId, generation)
      .catch((error: unknown) => onFailure?.(securityGroupId, error))
      .finally(() => running.delete(securityGroupId));
    running.set(securityGroupId, job);
  }

  unlocked.onOpened(() => {
    setImmediate(() => {
      if (!isClosed) for (const job of rotations.list()) start(job.security_group_id);
    });
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
