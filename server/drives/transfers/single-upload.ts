/**
 * Upload in one request, in two steps: `receive` seals the stream into a file that no row knows, because
 * the fields of a multipart form may come after the file; `commit` then checks where it should go and
 * writes the row `ready`. Until that moment nothing exists but a file the next sweep would remove.
 * Source: choices, "Drives", Upload; sealing design B6, "Commit order".
 */
import type { Readable } from 'node:stream';
import type { UploadFields } from '#contract/drives/requests.ts';
import { fileContext } from '#crypto/context.ts';
import { type Dek, generateDek } from '#crypto/keys.ts';
import { type Actor, requireRoleInGroup } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { PartFile } from '../blobs/blob-store.ts';
import { parseMimeType, sniffMediaType } from '../blobs/media-type.ts';
import { type IntakeOptions, lockedError, sealIntoFile } from '../blobs/sealed-intake.ts';
import type { DrivesCore } from '../drives-core.ts';
import { parseNodeName } from '../nodes/node-name.ts';

/** A file whose every byte has arrived and lies sealed on the disk, but which is nothing yet. */
export interface ReceivedFile {
  readonly node_id: string;
  readonly security_group_id: string;
  readonly dek: Dek;
  /** Plaintext bytes. */
  readonly size: number;
  readonly head: Uint8Array;
  /** Of the plaintext, in lower-case hex, when asked for. */
  readonly sha256: string | undefined;
  readonly file: PartFile;
}

export interface ReceiveOptions extends Pick<IntakeOptions, 'hash' | 'onActivity'> {
  /** What the sender announced at least: too much is refused before anything is read. */
  readonly atLeastBytes?: number;
}

export interface SingleUpload {
  /**
   * @throws permission_denied, group_key_unavailable, request_too_large, insufficient_credit, session_locked;
   * the file is gone then.
   */
  readonly receive: (
    actor: Actor,
    securityGroupId: string,
    source: Readable,
    options?: ReceiveOptions,
  ) => Promise<ReceivedFile>;
  /** @throws what the checks of name, place and credit throw; the file is gone then. */
  readonly commit: (
    actor: Actor,
    received: ReceivedFile,
    fields: UploadFields & { readonly name: string },
    options?: WriteOptions,
  ) => Promise<NodeRow>;
  readonly discard: (received: ReceivedFile) => Promise<void>;
}

export function createSingleUpload(core: DrivesCore): SingleUpload {
  const { deps, nodes, keeper, blobs, claims, placement, allowance } = core;

  async function receive(
    actor: Actor,
    securityGroupId: string,
    source: Readable,
    { hash, onActivity, atLeastBytes = 0 }: ReceiveOptions = {},
  ): Promise<ReceivedFile> {
    requireRoleInGroup(actor, securityGroupId, 'editor');
    actor.keyRing.currentGroupKey(securityGroupId);
    allowance.check(atLeastBytes);
    const node_id = deps.newId();
    const dek = generateDek();
    const file = await blobs.create(node_id);
    try {
      const context = fileContext({
        workspace_id: deps.workspaceId(),
        security_group_id: securityGroupId,
        node_id,
      });
      const intake = await sealIntoFile(source, file, {
        dek,
        context,
        signal: actor.signal,
        admit: allowance.check,
        hash,
        onActivity,
      });
      return { node_id, security_group_id: securityGroupId, dek, file, ...intake };
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  async function commit(
    actor: Actor,
    received: ReceivedFile,
    fields: UploadFields & { readonly name: string },
    options: WriteOptions = {},
  ): Promise<NodeRow> {
    try {
      const name = parseNodeName(fields.name);
      const declared = fields.mime_type === undefined ? undefined : parseMimeType(fields.mime_type);
      const media = await sniffMediaType(received.head, declared);
      checkPlace(actor, received, fields);
      await received.file.finish();
      return await deps.commits.write(() => {
        if (actor.signal.aborted) throw lockedError();
        checkPlace(actor, received, fields);
        const row = insertRow(actor, received, { ...fields, name }, media);
        options.withinTransaction?.(row.node_id);
        return row;
      });
    } catch (error) {
      await received.file.discard();
      throw error;
    }
  }

  function checkPlace(actor: Actor, received: ReceivedFile, fields: UploadFields): void {
    requireRoleInGroup(actor, received.security_group_id, 'editor');
    placement.checkParent(actor, received.security_group_id, fields.parent_id ?? null);
    placement.checkExam(actor, received.security_group_id, fields.exam_id ?? null);
    allowance.check(received.size);
  }

  function insertRow(
    actor: Actor,
    received: ReceivedFile,
    fields: UploadFields & { readonly name: string },
    media: Pick<NodeRow, 'mime_type' | 'media_kind'>,
  ): NodeRow {
    const { node_id, security_group_id, dek, size } = received;
    const now = nowInstant(deps.clock);
    const { generation } = actor.keyRing.currentGroupKey(security_group_id);
    const place = {
      node_id,
      security_group_id,
      kind: 'file',
      parent_id: fields.parent_id ?? null,
      gk_gen: generation,
    } as const;
    const { name, name_mac } = claims.claim(actor.keyRing, {
      node: place,
      name: fields.name,
      onConflict: fields.on_conflict ?? 'rename',
    });
    const row = keeper.stamp(actor.keyRing, {
      ...place,
      ...media,
      status: 'ready',
      exam_id: fields.exam_id ?? null,
      transfer: 'single',
      part_size: null,
      declared_size: size,
      size,
      charged_bytes: size,
      encrypted_name: keeper.sealName(dek, place, name),
      name_mac,
      encrypted_dek: keeper.wrapDekFor(actor.keyRing, place, dek),
      created_by: actor.principal_id,
      created_at: now,
      completed_at: now,
      is_deleted: 0,
      deleted_at: null,
      deleted_with: null,
      row_rev: 0,
    });
    nodes.insert(row);
    return row;
  }

  return { receive, commit, discard: (received) => received.file.discard() };
}
