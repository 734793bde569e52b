/**
 * The service for drives of all groups: files and folders, their content, and the trash. Every operation takes the
 * actor, checks its role, and uses wire objects; rows and keys stay inside.
 * Source: API spec, "Drive node"; choices, "Drives".
 */

import type { Readable } from 'node:stream';
import type { DicomSeriesList } from '#contract/drives/dicom.ts';
import type { DriveNode, StoredFile, UploadStart } from '#contract/drives/node.ts';
import type * as requests from '#contract/drives/requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { Page } from '#contract/paged-list.ts';
import type {
  PulledNodes,
  PullNodesBody,
  PushedBytes,
  PushedNode,
  PushNodeBody,
} from '#contract/sync/sync-bodies.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { RewrapParticipant } from '#server/identity/actor/rewrap-port.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { ChangeListener } from '#server/storage/events/change-event.ts';
import type { PreserializedJson } from '#server/system/preserialized-json.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { SourceOptions } from './blobs/seal-upload.ts';
import {
  backfillDicomIndex,
  filesOfStudy,
  headerOfNode,
  type IndexedFile,
  type IndexedStudy,
  studiesOf,
} from './dicom-index.ts';
import type { DrivesDeps } from './drives-ports.ts';
import { createDrivesCore } from './drives-shared-stores.ts';
import { openObject } from './extracted-content.ts';
import { type ContentRequest, type NodeContent, openContent } from './file-content.ts';
import { createInbox } from './inbox/inbox-service.ts';
import { createFolder } from './nodes/create-folder.ts';
import { listNodes } from './nodes/list-nodes.ts';
import { type Titled, titleOf } from './nodes/node-title.ts';
import { patchNode } from './nodes/patch-node.ts';
import { createFilesOfExams } from './nodes/removal/erase-patient-files.ts';
import { purgeNode } from './nodes/removal/purge-nodes.ts';
import { restoreNode, trashNode } from './nodes/removal/trash-and-restore.ts';
import { quarantineOrphanedBlobs } from './quarantine-orphans.ts';
import { listSeries } from './renditions/dicom-series.ts';
import { assertStored, reprocessNode } from './renditions/processing-queue.ts';
import { createProcessingWork, openPlain, type PlainFile } from './renditions/processing-work.ts';
import { rewrapNodes } from './rewrap-nodes.ts';
import { pullNodes } from './sync/pull-nodes.ts';
import { pushNode } from './sync/push-node.ts';
import { type PushedBlobLocation, receiveBytes } from './sync/receive-sealed-bytes.ts';
import { openSealedBytes } from './sync/send-sealed-bytes.ts';
import { completeUpload } from './transfers/complete-upload.ts';
import { hashContent } from './transfers/content-hash.ts';
import { expireTransfers } from './transfers/expire-transfers.ts';
import { listParts, putPart, startUpload, transferOf } from './transfers/resumable-upload.ts';
import { createSingleUpload, type ReceivedFile } from './transfers/single-upload.ts';
import type { CopyStores } from './travelling-copy/apply-pulled-node.ts';
import { createNodeSync } from './travelling-copy/node-sync.ts';

export type DrivesService = ReturnType<typeof createDrivesService>;

export function createDrivesService(deps: DrivesDeps) {
  const core = createDrivesCore(deps);
  const single = createSingleUpload(core);
  const processing = createProcessingWork(core);

  function uploadView(actor: Actor, row: NodeRow): UploadStart {
    return { ...core.reader.view(actor, row), part_size: transferOf(row).partSize };
  }

  let sweeping: Promise<void> | undefined;
  const rewrap: RewrapParticipant = {
    rewrapBatch: (batch) => rewrapNodes(core, batch),
  };

  return {
    ...rewrap,

    /** Receiving and filing of objects, also while locked. */
    inbox: createInbox(core),

    /** DICOM files of a study outside the trash, with their headers. */
    filesOfStudy: (actor: Actor, securityGroupId: SecurityGroupId, uid: string): IndexedFile[] =>
      filesOfStudy(core, actor, securityGroupId, uid),

    /** True when an exam has DICOM files outside the trash. From plaintext columns, without opening content. */
    hasImages: (examId: DocumentId): boolean =>
      core.nodes.byExam(examId).some((row) => row.media_kind === 'dicom' && row.is_deleted === 0),

    /** A group's studies, newest first, opened one by one. */
    studiesOf: (actor: Actor, securityGroupId: SecurityGroupId): Generator<IndexedStudy | undefined> =>
      studiesOf(core, actor, securityGroupId),

    /** Call at an unlock: indexes files read by older releases. */
    completeDicomIndex: async (actor: Actor): Promise<void> => {
      for (const group of actor.groupIds()) {
        if (actor.keyRing.hasGroupKey(group)) await backfillDicomIndex(core, actor, group);
      }
    },

    listNodes: (
      actor: Actor,
      securityGroupId: SecurityGroupId,
      query: requests.NodeListQuery,
    ): Page<DriveNode> => listNodes(core, actor, securityGroupId, query),

    getNode: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): DriveNode =>
      core.reader.view(actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    async createFolder(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      body: requests.FolderBody,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await createFolder(core, actor, securityGroupId, body, options));
    },

    /** First step of an upload: seals the stream. Must end in `commitFile` or `discardFile`. */
    receiveFile: single.receive,

    /** Second step: name, folder and row. Uses up the received file, also on failure. */
    async commitFile(
      actor: Actor,
      received: ReceivedFile,
      fields: requests.UploadFields & { readonly name: string },
      options: WriteOptions = {},
    ): Promise<StoredFile> {
      const row = await single.commit(actor, received, fields, options);
      deps.onQueued?.();
      return { ...core.reader.view(actor, row), sha256: received.sha256 };
    },

    /** Returns an upload's response again. */
    async getStored(actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): Promise<StoredFile> {
      const row = core.reader.get(actor, securityGroupId, nodeId, 'viewer');
      assertStored(row);
      return { ...core.reader.view(actor, row), sha256: await hashContent(core, actor, row) };
    },

    discardFile: single.discard,

    content: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId, request: ContentRequest = {}) =>
      openContent(core, actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer'), request),

    async startUpload(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      body: requests.UploadStartBody,
      options: WriteOptions = {},
    ): Promise<UploadStart> {
      await expireTransfers(core, actor.keyRing);
      return uploadView(actor, await startUpload(core, actor, securityGroupId, body, options));
    },

    /** Returns the response of `startUpload` again. */
    getUpload: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): UploadStart =>
      uploadView(actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    putPart: (
      actor: Actor,
      securityGroupId: SecurityGroupId,
      nodeId: NodeId,
      part: number,
      source: Readable,
      options: SourceOptions = {},
    ): Promise<requests.UploadPart> =>
      putPart(core, actor, { security_group_id: securityGroupId, node_id: nodeId }, part, source, options),

    listParts: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): requests.UploadParts =>
      listParts(core, actor, securityGroupId, nodeId),

    async completeUpload(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      nodeId: NodeId,
      options: WriteOptions = {},
      sent?: string,
    ): Promise<StoredFile> {
      const { row, sha256 } = await completeUpload(core, actor, securityGroupId, nodeId, options, sent);
      deps.onQueued?.();
      return { ...core.reader.view(actor, row), sha256 };
    },

    async reprocessNode(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      nodeId: NodeId,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      const row = await reprocessNode(core, actor, securityGroupId, nodeId, options);
      deps.onQueued?.();
      return core.reader.view(actor, row);
    },

    /** Opens a DICOM file for its frames. @throws invalid_request for any other file */
    openFrames(actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): PlainFile {
      const row = core.reader.get(actor, securityGroupId, nodeId, 'viewer');
      assertStored(row);
      if (row.media_kind !== 'dicom')
        throw new VaultError('invalid_request', 'Only DICOM files have frames.');
      return openPlain(core, actor.keyRing, row);
    },

    /** Opens a DICOM file for what it contains; undefined for any other file. */
    openObject: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId) =>
      openObject(core, actor, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    /** Header summary of a file; undefined where none was read. */
    headerOf: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId) =>
      headerOfNode(core, actor.keyRing, core.reader.get(actor, securityGroupId, nodeId, 'viewer')),

    listSeries: (actor: Actor, securityGroupId: SecurityGroupId, examId: DocumentId): DicomSeriesList =>
      listSeries(core, actor, securityGroupId, examId),

    /** Operations for travelling copies on other machines. */
    travel: {
      pull: (actor: Actor, body: PullNodesBody): Promise<PreserializedJson<PulledNodes>> =>
        pullNodes(core, actor, body),
      push: (actor: Actor, body: PushNodeBody): Promise<PushedNode> => pushNode(core, actor, body),
      receiveBytes: (
        actor: Actor,
        place: PushedBlobLocation,
        source: Readable,
        options: Pick<SourceOptions, 'onActivity'>,
      ): Promise<PushedBytes> => receiveBytes(core, actor, place, source, options),
      sealedBytes: (
        actor: Actor,
        place: Parameters<typeof openSealedBytes>[2],
        request: ContentRequest,
      ): Promise<NodeContent> => openSealedBytes(core, actor, place, request),
    },

    /** Operations of a travelling copy. `here`: the files on this computer. */
    ofCopy: (stores: CopyStores, here: BlobStore) => createNodeSync(core, stores, here),

    /** Work for background processing of files. */
    processing,

    async patchNode(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      nodeId: NodeId,
      body: requests.NodePatchBody,
    ): Promise<DriveNode> {
      return core.reader.view(actor, await patchNode(core, actor, securityGroupId, nodeId, body));
    },

    async trashNode(actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): Promise<DriveNode> {
      return core.reader.view(actor, await trashNode(core, actor, securityGroupId, nodeId));
    },

    purgeNode: (actor: Actor, securityGroupId: SecurityGroupId, nodeId: NodeId): Promise<DriveNode> =>
      purgeNode(core, actor, securityGroupId, nodeId),

    async restoreNode(
      actor: Actor,
      securityGroupId: SecurityGroupId,
      nodeId: NodeId,
      options: WriteOptions = {},
    ): Promise<DriveNode> {
      return core.reader.view(actor, await restoreNode(core, actor, securityGroupId, nodeId, options));
    },

    /** Title of a node, for callers who may open it; undefined when there is none. */
    titleOf: (actor: Actor, nodeId: NodeId): Titled | undefined => titleOf(core, actor, nodeId),

    /** Calls `listener` inside the transaction of every change. */
    onChange: (listener: ChangeListener) => void core.changeListeners.push(listener),

    /** Operations for exams that are purged, or erased with their patient. */
    ofExams: createFilesOfExams(core),

    /** Call at an unlock: cancels expired uploads of the groups whose keys are available. */
    expireTransfers: (keyRing: KeyRing) => expireTransfers(core, keyRing),

    /** Call before the first request: quarantines every file without a row. Does not wait for remote storage. */
    async sweepAtStart(): Promise<void> {
      sweeping = quarantineOrphanedBlobs(core);
      if (core.blobs.isFar) sweeping = sweeping.catch(deps.onSweepFailed);
      else await sweeping;
      await processing.recoverAtStart();
    },

    async close(): Promise<void> {
      await core.blobs.close();
      await sweeping;
    },
  };
}
