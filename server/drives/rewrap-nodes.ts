/**
 * The drives' share of a group key rotation: DEK wrap, name MAC and row MAC under the new generation, in
 * the caller's transaction. A row that does not verify is carried along but stays unverifiable: rotation
 * must neither stop at it nor make it valid. Source: sealing design B7.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { INVALID_ROW_MAC } from '#crypto/keys/row-mac.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { DrivesCore } from './drives-core.ts';

/** @returns how many nodes were rewrapped; fewer than `limit` means none are left. */
export function rewrapNodes(
  core: DrivesCore,
  securityGroupId: string,
  generation: number,
  keyRing: KeyRing,
  limit: number,
): number {
  const rows = core.nodes.olderThanGeneration(securityGroupId, generation, limit);
  for (const row of rows) core.nodes.update(rewrapped(core, keyRing, row, generation));
  return rows.length;
}

function rewrapped(core: DrivesCore, keyRing: KeyRing, row: NodeRow, generation: number): NodeRow {
  const { keeper } = core;
  try {
    const name = keeper.nameOf(keyRing, keeper.verify(keyRing, row));
    const moved = { ...row, gk_gen: generation };
    return keeper.stamp(keyRing, {
      ...moved,
      encrypted_dek: keeper.wrapDekFor(keyRing, moved, keeper.dekOf(keyRing, row)),
      name_mac: keeper.nameMacOf(keyRing, row.security_group_id, generation, row.parent_id, name),
    });
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    return { ...row, gk_gen: generation, row_mac: INVALID_ROW_MAC };
  }
}
