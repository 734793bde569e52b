/**
 * The drives' part in a key rotation: DEK wrap, name MAC and row MAC under the new generation, in the caller's
 * transaction. A row that does not verify stays unchanged and its keys are kept, so that it opens again once repaired.
 * Source: sealing design B7, B13.
 */
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { RewrapBatch, RewrapProgress } from '#server/identity/actor/rewrap-port.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { enterFile } from './dicom-index.ts';
import type { DrivesCore } from './drives-shared-stores.ts';

export function rewrapNodes(core: DrivesCore, batch: RewrapBatch): RewrapProgress {
  const { security_group_id, generation, keyRing, after, limit } = batch;
  const rows = core.nodes.listAfter(security_group_id, after, limit);
  const left = rows
    .filter((row) => !rewrapNode(core, keyRing, row, generation))
    .map(({ node_id }) => node_id);
  for (const nodeId of left) core.deps.findings.report('file_damaged', nodeId);
  return { last: rows.at(-1)?.node_id ?? null, left };
}

/** Rewraps one row. @returns false for a row that does not verify. */
export function rewrapNode(core: DrivesCore, keyRing: KeyRing, row: NodeRow, generation: number): boolean {
  const { keeper } = core;
  try {
    const verified = keeper.verify(keyRing, row);
    if (verified.gk_gen === generation) return true;
    const name = keeper.nameOf(keyRing, verified);
    const moved = { ...verified, gk_gen: generation };
    const rewrapped = keeper.stamp(keyRing, {
      ...moved,
      encrypted_dek: keeper.wrapDekFor(keyRing, moved, keeper.dekOf(keyRing, row)),
      name_mac: keeper.nameMacOf(keyRing, row.security_group_id, generation, row.parent_id, name),
    });
    core.nodes.update(rewrapped);
    enterFile(core, keyRing, row.node_id);
    return true;
  } catch (error) {
    if (error instanceof CryptoError) return false;
    throw error;
  }
}
