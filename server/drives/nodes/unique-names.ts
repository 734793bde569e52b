/**
 * Finds a free name in a folder. Names are sealed, so they are compared through keyed MACs, under every key generation
 * in use, because rows may be under two during a rotation. Call inside the transaction that writes the row. Source:
 * choices, "Drives", Names.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { NodeStore } from '#server/storage/drives/node-store.ts';
import type { NodeCrypto } from './node-crypto.ts';
import { numberedName } from './node-name.ts';

export type OnConflict = 'rename' | 'fail';

export interface Claim {
  readonly node: Pick<NodeRow, 'node_id' | 'security_group_id' | 'kind' | 'parent_id' | 'gk_gen'>;
  /** Output of `parseNodeName`. */
  readonly name: string;
  /** Folders always fail on a taken name. */
  readonly onConflict: OnConflict;
}

export interface UniqueNames {
  /**
   * Returns the first free form of the name, with its MAC under the node's generation.
   * @throws name_taken
   */
  readonly claim: (
    keyRing: KeyRing,
    claim: Claim,
  ) => { readonly name: string; readonly name_mac: Uint8Array };
}

export function createUniqueNames(store: NodeStore, keeper: NodeCrypto): UniqueNames {
  function isTaken(
    keyRing: KeyRing,
    node: Claim['node'],
    generations: readonly number[],
    name: string,
  ): boolean {
    const { security_group_id, parent_id, node_id } = node;
    return generations.some((generation) =>
      store.isNameTaken(
        security_group_id,
        parent_id,
        keeper.nameMacOf(keyRing, security_group_id, generation, parent_id, name),
        node_id,
      ),
    );
  }

  return {
    claim(keyRing, { node, name, onConflict }) {
      const generations = store.generations(node.security_group_id);
      let free = name;
      for (let number = 2; isTaken(keyRing, node, generations, free); number += 1) {
        if (onConflict === 'fail' || node.kind === 'folder') {
          throw new VaultError('name_taken', 'This name is already used here. Choose another name.');
        }
        free = numberedName(name, number);
      }
      const { security_group_id, gk_gen, parent_id } = node;
      return { name: free, name_mac: keeper.nameMacOf(keyRing, security_group_id, gk_gen, parent_id, free) };
    },
  };
}
