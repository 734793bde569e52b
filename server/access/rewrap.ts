/**
 * What the rotation of a group's key asks of every service that keeps wrapped DEKs: documents and
 * drives implement it, groups drives it, `services.ts` brings them together.
 * Source: sealing design B7.
 */
import type { KeyRing } from '#crypto/keys/key-ring.ts';

export interface RewrapParticipant {
  /**
   * Rewraps at most `limit` objects of the group that are not yet under `generation` (DEK wrap, row MAC,
   * name and source MACs), synchronously inside the caller's transaction.
   * @returns how many were rewrapped; fewer than `limit` means none are left.
   */
  readonly rewrapBatch: (
    securityGroupId: string,
    generation: number,
    keyRing: KeyRing,
    limit: number,
  ) => number;
}
