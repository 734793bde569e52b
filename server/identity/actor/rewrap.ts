/**
 * What the rotation of a group's key asks of every service that keeps wrapped DEKs: documents and
 * drives implement it, groups drives it, `services.ts` brings them together.
 * Source: sealing design B7.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

export interface RewrapParticipant {
  /**
   * Looks at `limit` objects of the group at most, in the order of their ids, beginning after one, and rewraps those
   * not yet under `generation` (DEK wrap, row MAC, name and source MACs); synchronously, inside the caller's
   * transaction. An object that does not verify is left exactly as it is.
   */
  readonly rewrapBatch: (batch: RewrapBatch) => RewrapProgress;
}

export interface RewrapBatch {
  readonly security_group_id: SecurityGroupId;
  readonly generation: number;
  readonly keyRing: KeyRing;
  readonly limit: number;
  /** Id of the last object of the batch before; '' at first. */
  readonly after: string;
}

export interface RewrapProgress {
  /** Id of the last object looked at; null when there was none after `after`. */
  readonly last: string | null;
  /** Objects that did not verify: they keep the group from giving up the keys they stand under. */
  readonly left: readonly string[];
}
