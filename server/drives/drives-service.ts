/**
 * The drives of all groups: files and folders, their content, and the trash. Every operation takes the
 * actor, checks the role, and speaks in wire objects; rows and keys stay inside.
 * Source: API spec, "Drive node"; choices, "Drives".
 */
import type { Readable } from 'node:stream';
import type { DriveNode, UploadStart } from '#contract/drives/node.ts';
import type * as requests from '#contract/drives/requests.ts';
import { RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import type { Page } from '#contract/page.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Actor } from '#server/access/actor.ts';
import type { RewrapParticipant } from '#server/access/rewrap.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import type { SourceOptions } from './blobs/sealed-intake.ts';
import { type ContentRequest, type NodeContent, openContent } from './content.ts';
import { createDrivesCore } from './drives-core.ts';
import type { DrivesDeps } from './drives-deps.ts';
import { createFolder } from './nodes/folders.ts';
import { listNodes } from './nodes/list-nodes.ts';
import { patchNode } from './nodes/patch-node.ts';
import { purgeNode, restoreNode, trashNode } from './nodes/trash.ts';
import { rewrapNodes } from './rewrap-nodes.ts';
import { completeUpload } from './transfers/complete-upload.ts';
import { listParts, putPart, startUpload, transferOf } from './transfers/resumable-upload.ts';
import { createSingleUpload, type ReceivedFile } from './transfers/single-upload.ts';

export type DrivesService = ReturnType<typeof createDrivesService>;

export function createDrivesService(deps: DrivesDeps) {
  const core = createDrivesCore(deps);
  const single = createSingleUpload(core);

  function uploadView(actor: Actor, row: NodeRow): UploadStart {
    return { ...core.reader.view(actor, row), part_size: transferOf(row).partSize };
  }

  /** Gives up transfers nobody finished in time: the node fails, its parts and its reserved credit go. */
  async function expireTransfers(): Promise<void> {
    const before = new Date(deps.clock.nowMs() - RESUMABLE_RETENTION_MS).toISOString();
    const attempts = await deps.commits.write(() =>
      core.nodes.pendingSince(before).flatMap((nodeId) => {
        const parts = core.parts.list(nodeId);
        core.parts.deleteAll(nodeId);
        core.nodes.markFailed(nodeId);
        return parts.map((part) => part.attempt_id);
      }),
    );
    await core.blobs.remove(attempts);
  }

  const rewrap: RewrapParticipant = {
    rewrapBatch: (securityGroupId, generation, keyRing, limit) =>
      rewrapNodes(core, securityGroupId, generation, keyRing, limit),
  };

  return {
    ...rewrap,

    listNodes: (actor: Actor, securityGroupId: string, query: requests.NodeListQuery): Page<DriveNode> =>
      listNodes(core, actor, securityGroupId, query),

    getNode: (actor: Actor, securityGroupId: string, nodeId: string): DriveNode =>
      core.reader.view(actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    async createFolder(
      actor: Actor,
      securityGroupId: string,
      body: requests.FolderBody,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await createFolder(core, actor, securityGroupId, body, options));
    },

    /** First step of an upload: the stream, sealed. Ends in `commitFile` or `discardFile`, always. */
    receiveFile: single.receive,

    /** Second step: the name, the place, the row. The received file is used up, whatever comes of it. */
    async commitFile(
      actor: Actor,
      received: ReceivedFile,
      fields: requests.UploadFields & { readonly name: string },
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await single.commit(actor, received, fields, options));
    },

    discardFile: single.discard,

    content(
      actor: Actor,
      securityGroupId: string,
      nodeId: string,
      request: ContentRequest = {},
    ): Promise<NodeContent> {
      return openContent(core, actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer'), request);
    },

    async startUpload(
      actor: Actor,
      securityGroupId: string,
      body: requests.UploadStartBody,
      options: WriteOptions = {},
    ): Promise<UploadStart> {
      await expireTransfers();
      return uploadView(actor, await startUpload(core, actor, securityGroupId, body, options));
    },

    /** The answer of `startUpload` once more. */
    getUpload: (actor: Actor, securityGroupId: string, nodeId: string): UploadStart =>
      uploadView(actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    putPart: (
      actor: Actor,
      securityGroupId: string,
      nodeId: string,
      part: number,
      source: Readable,
      options: SourceOptions = {},
    ): Promise<requests.UploadPart> =>
      putPart(core, actor, { security_group_id: securityGroupId, node_id: nodeId }, part, source, options),

    listParts: (actor: Actor, securityGroupId: string, nodeId: string): requests.UploadParts =>
      listParts(core, actor, securityGroupId, nodeId),

    async completeUpload(
      actor: Actor,
      securityGroupId: string,
      nodeId: string,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await completeUpload(core, actor, securityGroupId, nodeId, options));
    },

    async patchNode(
      actor: Actor,
      securityGroupId: string,
      nodeId: string,
      body: requests.NodePatchBody,
    ): Promise<DriveNode> {
      return core.reader.view(actor, await patchNode(core, actor, securityGroupId, nodeId, body));
    },

    async trashNode(actor: Actor, securityGroupId: string, nodeId: string): Promise<DriveNode> {
      return core.reader.view(actor, await trashNode(core, actor, securityGroupId, nodeId));
    },

    purgeNode: (actor: Actor, securityGroupId: string, nodeId: string): Promise<DriveNode> =>
      purgeNode(core, actor, securityGroupId, nodeId),

    async restoreNode(
      actor: Actor,
      securityGroupId: string,
      nodeId: string,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await restoreNode(core, actor, securityGroupId, nodeId, options));
    },

    /** For the purge of an exam, inside its transaction: the files stay, their link goes. */
    unlinkExam(examId: string, keyRing: KeyRing): void {
      for (const row of core.nodes.byExam(examId)) {
        core.nodes.update(core.keeper.restamp(keyRing, row, { exam_id: null }));
      }
    },

    /** Before the first request: gives up old transfers and removes every file no row points at. */
    async sweepAtStart(): Promise<void> {
      await expireTransfers();
      await core.blobs.sweep(
        (blobId) => core.nodes.find(blobId)?.transfer === 'single' || core.parts.isKnownAttempt(blobId),
      );
    },
  };
}
