/**
 * The port that a group's key rotation calls: documents and drives rewrap their DEKs through it. The groups service
 * runs the rotation; `services.ts` connects them.
 * Source: sealing design B7.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

export interface RewrapParticipant {
  /**
   * Rewraps at most `limit` objects of the group, in id order after `after`, where they are not yet under `generation`
   * (DEK wrap, row MAC, name and source MACs). Runs synchronously inside the caller's transaction. Leaves an object
   * that does not verify unchanged.
   */
  readonly rewrapBatch: (batch: RewrapBatch) => RewrapProgress;
}

export interface RewrapBatch {
  readonly security_group_id: SecurityGroupId;
  readonly generation: number;
  readonly keyRing: KeyRing;
  readonly limit: number;
  /** Id of the last object of the previous batch; '' for the first batch. */
  readonly after: string;
}

export interface RewrapProgress {
  /** Id of the last object examined; null when none came after `after`. */
  readonly last: string | null;
  /** Objects that did not verify. They stay under the old keys, so the group must keep those keys. */
  readonly left: readonly string[];
}
