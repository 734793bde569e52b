/**
 * Finds files and folders created or changed on a travelling copy and not yet pushed, by comparing rows with their
 * merge base. Nodes trashed or restored with their folder follow that folder's change at the home vault.
 */
import { isErrorCode } from '#contract/errors/error-codes.ts';
import { isUuidV7, type NodeId, parseNodeId } from '#contract/ids.ts';
import type { PushNodeBody } from '#contract/sync/sync-bodies.ts';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { encodeRow } from '#server/identity/requests/row-as-json.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { type CopyStores, differs } from './apply-pulled-node.ts';
import { mergeBaseOf } from './node-merge-base.ts';
import type { FindLocalName } from './rename-conflicts.ts';

/** The row to push, and the row it is based on. */
interface Changed {
  readonly row: NodeRow;
  readonly own: NodeRow;
  readonly base: NodeRow | undefined;
}

const ACTIVE = { is_deleted: 0, deleted_at: null, deleted_with: null } as const;

export function createPendingNodes(
  core: DrivesCore,
  { store, meetings }: CopyStores,
  findOwnName: FindLocalName,
) {
  function find(nodeId: NodeId): Changed | undefined {
    const row = core.nodes.find(nodeId);
    if (row?.completed_at == null) return undefined;
    const base = mergeBaseOf(store.find(nodeId));
    // Created here: pushed first as active, then as trashed.
    if (base === undefined) return { row, own: { ...row, ...ACTIVE }, base };
    const isItsOwn = row.is_deleted === 1 ? row.deleted_with === nodeId : isOutAlone(base);
    const { is_deleted, deleted_at, deleted_with } = isItsOwn ? row : base;
    const own = { ...row, is_deleted, deleted_at, deleted_with };
    if (!differs(own, base) || (own.is_deleted === 1 && base.is_deleted === 1)) return undefined;
    return { row, own, base };
  }

  /** Restored from the trash on its own, not with the folder it was trashed with. */
  function isOutAlone({ node_id, deleted_with }: NodeRow): boolean {
    if (deleted_with === null || deleted_with === node_id) return true;
    return !isUuidV7(deleted_with) || core.nodes.find(parseNodeId(deleted_with))?.is_deleted !== 0;
  }

  function depth({ parent_id }: NodeRow): number {
    let count = 0;
    const seen = new Set<string>();
    for (let at = parent_id; at !== null && !seen.has(at); count += 1) {
      seen.add(at);
      at = core.nodes.find(at)?.parent_id ?? null;
    }
    return count;
  }

  /** Folders before their content. Trashing comes last, after nodes were moved out of the trashed folder. */
  function order({ own }: Changed): number {
    return own.is_deleted === 1 ? Number.MAX_SAFE_INTEGER : depth(own);
  }

  function listChanged(): Changed[] {
    return store
      .listChanged()
      .flatMap((id) => find(id) ?? [])
      .map((changed) => ({ changed, at: order(changed) }))
      .sort((left, right) => left.at - right.at)
      .map(({ changed }) => changed);
  }

  /** Outside the trash, with a local name where the home vault uses another. */
  function listRenamed(): NodeRow[] {
    return meetings.listNamed().flatMap((id) => {
      const row = core.nodes.find(id);
      return row?.is_deleted === 0 && findOwnName(row) !== undefined ? row : [];
    });
  }

  function told({ node_id: id, kind, security_group_id, exam_id, created_at }: NodeRow) {
    const changed_at = core.nodes.changedAt(id) ?? created_at;
    return { kind, id, resource: null, security_group_id, exam_id, version: null, changed_at };
  }

  return {
    /** Lists pending nodes in push order. */
    listIds: (): NodeId[] => listChanged().map(({ row }) => row.node_id),

    /** Lists pending nodes as the status reports them, without any sealed content. */
    list(): Omit<PendingChange, 'patient_id'>[] {
      const notes = new Map(store.listNotes().map(({ node_id, code }) => [node_id, code]));
      const changed = listChanged();
      const waiting = new Set<string>(changed.map(({ row }) => row.node_id));
      return [
        ...changed.map(({ row, base }) => {
          const code = notes.get(row.node_id);
          return {
            ...told(row),
            is_new: base === undefined,
            bytes: base === undefined && row.size !== null ? sealedSize(row.size) : row.encrypted_name.length,
            state: code === undefined ? ('waits' as const) : ('refused' as const),
            code: code !== undefined && isErrorCode(code) ? code : null,
          };
        }),
        ...listRenamed()
          .filter(({ node_id }) => !waiting.has(node_id))
          .map((row) => ({
            ...told(row),
            ...{ is_new: false, bytes: row.encrypted_name.length, state: 'conflict' as const, code: null },
          })),
      ];
    },

    /**
     * Builds the push of a node; undefined where nothing is pending. @throws CryptoError where the row does not
     * verify
     */
    compose(actor: Actor, nodeId: NodeId): { body: PushNodeBody; row: NodeRow } | undefined {
      const changed = find(nodeId);
      if (changed === undefined) return undefined;
      const { own, base } = changed;
      const verified = core.keeper.verify(actor.keyRing, changed.row);
      const isAsItStands = own.is_deleted === verified.is_deleted && own.row_rev > (base?.row_rev ?? 0);
      const row = isAsItStands
        ? verified
        : core.keeper.stamp(actor.keyRing, { ...own, row_rev: Math.max(own.row_rev, base?.row_rev ?? 0) });
      const manifest = base === undefined ? core.parts.findManifest(nodeId) : undefined;
      return {
        row,
        body: {
          base_row_mac: base === undefined ? null : encodeBase64Url(base.row_mac),
          row: encodeRow({ ...row, status: 'ready' as const }),
          manifest: manifest === undefined ? null : encodeBase64Url(manifest),
        },
      };
    },
  };
}
