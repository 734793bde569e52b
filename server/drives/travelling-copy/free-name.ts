/** Finds a free name for a node that must move: files and folders alike get the next free number. */
import type { NodeId } from '#contract/ids.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { numberedName } from '#server/drives/nodes/node-name.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/** `from` 1 is the name itself. @throws group_key_unavailable */
export function freeName(
  core: DrivesCore,
  { keyRing }: Actor,
  { node_id, security_group_id, parent_id }: Pick<NodeRow, 'node_id' | 'security_group_id' | 'parent_id'>,
  name: string,
  from: number,
): string {
  const generations = core.nodes.generations(security_group_id);
  const isTaken = (candidate: string) =>
    generations.some((generation) => {
      const mac = core.keeper.nameMacOf(keyRing, security_group_id, generation, parent_id, candidate);
      return core.nodes.bearerOf(security_group_id, parent_id, mac, node_id) !== undefined;
    });
  let number = from;
  const at = () => (number === 1 ? name : numberedName(name, number));
  while (isTaken(at())) number += 1;
  return at();
}

/** The row in the new folder with the new name and stamp; it must have been verified. */
export function movedTo(
  core: DrivesCore,
  { keyRing }: Actor,
  row: NodeRow,
  parent_id: NodeId | null,
  name: string,
): NodeRow {
  const { keeper } = core;
  const { security_group_id, gk_gen } = row;
  const encrypted_name =
    keeper.nameOf(keyRing, row) === name
      ? row.encrypted_name
      : keeper.sealName(keeper.dekOf(keyRing, row), row, name);
  const name_mac = keeper.nameMacOf(keyRing, security_group_id, gk_gen, parent_id, name);
  return keeper.stamp(keyRing, { ...row, parent_id, encrypted_name, name_mac });
}
