/**
 * Inserts the row of any new node: claims its name, seals it, wraps the DEK under the group's newest key, signs and
 * inserts. Call inside the transaction, after the checks of role and parent.
 */
import type { Dek } from '#crypto/keys/key-types.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import type { OnConflict } from './unique-names.ts';

/** Columns that folders lack. */
type ContentColumns = Pick<
  NodeRow,
  'transfer' | 'part_size' | 'declared_size' | 'size' | 'charged_bytes' | 'mime_type' | 'media_kind'
>;

const NO_CONTENT: ContentColumns = {
  transfer: null,
  part_size: null,
  declared_size: null,
  size: null,
  charged_bytes: 0,
  mime_type: null,
  media_kind: null,
};

export interface NewNode {
  readonly place: Pick<NodeRow, 'node_id' | 'security_group_id' | 'kind' | 'parent_id' | 'exam_id'>;
  readonly dek: Dek;
  /** Output of `parseNodeName`. */
  readonly name: string;
  readonly onConflict: OnConflict;
  readonly status: 'pending' | 'ready';
  readonly content?: Partial<ContentColumns>;
}

/** Inserts a new node. @throws name_taken, group_key_unavailable */
export function insertNode(core: DrivesCore, actor: Actor, made: NewNode): NodeRow {
  const { keyRing } = actor;
  const { generation } = keyRing.currentGroupKey(made.place.security_group_id);
  const place = { ...made.place, gk_gen: generation };
  const { name, name_mac } = core.claims.claim(keyRing, {
    node: place,
    name: made.name,
    onConflict: made.onConflict,
  });
  const now = nowInstant(core.deps.clock);
  const row = core.keeper.stamp(keyRing, {
    ...place,
    ...NO_CONTENT,
    ...made.content,
    status: made.status,
    encrypted_name: core.keeper.sealName(made.dek, place, name),
    name_mac,
    encrypted_dek: core.keeper.wrapDekFor(keyRing, place, made.dek),
    created_by: actor.principal_id,
    created_at: now,
    completed_at: made.status === 'ready' ? now : null,
    is_deleted: 0,
    deleted_at: null,
    deleted_with: null,
    row_rev: 0,
  });
  core.nodes.insert(row);
  publishNodeChange(core, row, 'created', actor.principal_id);
  return row;
}
