/**
 * Uploads in one request, in two steps. `receive` seals the stream into a file without a row, because form fields may
 * follow the file. `commit` checks name and folder and writes the row as `ready`. Until then only a file exists that
 * the next sweep would remove. Source: choices, "Drives", Upload; sealing design B6, "Commit order".
 */

import type { Readable } from 'node:stream';
import type { UploadFields } from '#contract/drives/requests.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { type Dek, generateDek } from '#crypto/keys/key-types.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import type { PartFile } from '#server/drives/blobs/blob-store.ts';
import { parseMimeType, sniffMediaType } from '#server/drives/blobs/media-type.ts';
import { type SourceOptions, sealIntoFile, sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { insertNode } from '#server/drives/nodes/insert-node.ts';
import { parseNodeName } from '#server/drives/nodes/node-name.ts';
import { queueForProcessing } from '#server/drives/renditions/processing-queue.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/** A completely received file, sealed on the disk, without a row. */
export interface ReceivedFile {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
  readonly dek: Dek;
  /** Size of the file in plaintext bytes. */
  readonly size: number;
  readonly head: Uint8Array;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly sha256: string;
  readonly file: PartFile;
}

export interface ReceiveOptions extends SourceOptions {
  /** Minimum size the sender announced: a too large upload is refused before reading. */
  readonly atLeastBytes?: number;
}

export interface SingleUpload {
  /**
   * Receives and seals the content.
   * @throws permission_denied, group_key_unavailable, request_too_large, insufficient_credit, session_locked; the file
   * is removed then.
   */
  readonly receive: (
    actor: Actor,
    securityGroupId: SecurityGroupId,
    source: Readable,
    options?: ReceiveOptions,
  ) => Promise<ReceivedFile>;
  /**
   * Creates the node of received content.
   * @throws errors of the name, parent and quota checks; the file is removed then.
   */
  readonly commit: (
    actor: Actor,
    received: ReceivedFile,
    fields: UploadFields & { readonly name: string },
    options?: WriteOptions,
  ) => Promise<NodeRow>;
  readonly discard: (received: ReceivedFile) => Promise<void>;
}

export function createSingleUpload(core: DrivesCore): SingleUpload {
  const { deps, blobs, placement, allowance } = core;

  async function receive(
    actor: Actor,
    securityGroupId: SecurityGroupId,
    source: Readable,
    { onActivity, freeChunks, atLeastBytes = 0 }: ReceiveOptions = {},
  ): Promise<ReceivedFile> {
    requireRoleInGroup(actor, securityGroupId, 'editor');
    actor.keyRing.currentGroupKey(securityGroupId);
    allowance.check(atLeastBytes);
    const node_id = deps.newId<NodeId>();
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
        onActivity,
        freeChunks,
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
        if (actor.signal.aborted) throw sessionLockedError();
        checkPlace(actor, received, fields);
        const { node_id, security_group_id, dek, size } = received;
        const { parent_id = null, exam_id = null, on_conflict = 'rename' } = fields;
        const row = insertNode(core, actor, {
          place: { node_id, security_group_id, kind: 'file', parent_id, exam_id },
          dek,
          name,
          onConflict: on_conflict,
          status: 'ready',
          content: { ...media, transfer: 'single', declared_size: size, size, charged_bytes: size },
        });
        queueForProcessing(core, row);
        options.withinTransaction?.(node_id);
        return row;
      });
    } catch (error) {
      await received.file.discard();
      throw error;
    } finally {
      wipe(received.head);
    }
  }

  function discard({ head, file }: ReceivedFile): Promise<void> {
    wipe(head);
    return file.discard();
  }

  function checkPlace(actor: Actor, received: ReceivedFile, fields: UploadFields): void {
    requireRoleInGroup(actor, received.security_group_id, 'editor');
    placement.checkParent(actor, received.security_group_id, fields.parent_id ?? null);
    placement.checkExam(actor, received.security_group_id, fields.exam_id ?? null);
    allowance.check(received.size);
  }

  return { receive, commit, discard };
}
