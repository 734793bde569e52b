/** Drive of one security group: its folders and files. */
import type { DicomSeriesList } from '#contract/drives/dicom.ts';
import type { DriveNode, UploadStart } from '#contract/drives/node.ts';
import type {
  FolderBody,
  NodeListQuery,
  NodePatchBody,
  UploadPart,
  UploadParts,
  UploadStartBody,
} from '#contract/drives/requests.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import { assertGiven } from '#sdk/http/argument-checks.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { changesQuery } from '#sdk/http/lists/changes-query.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';
import { type DicomFrame, getFrame } from './dicom-frames.ts';
import { type DownloadOptions, type FileDownload, openDownload } from './download.ts';
import { type UploadedNode, uploadFile } from './upload.ts';
import type { UploadOptions } from './upload-options.ts';
import { bytesSource, type UploadInput } from './upload-source.ts';

export interface DriveApi {
  /** Lists a folder (the root without `parent_id`), or with only `exam_id` the files of an exam. */
  readonly list: (query?: Unbranded<NodeListQuery>, options?: CallOptions) => PageList<DriveNode>;
  /** Lists changes in the whole drive since `since`, with the trash, oldest first. */
  readonly changes: (since: string | undefined, options?: CallOptions) => PageList<DriveNode>;
  readonly get: (nodeId: string, options?: CallOptions) => VaultPromise<DriveNode>;
  readonly mkdir: (body: Unbranded<FolderBody>, options?: CallOptions) => VaultPromise<DriveNode>;
  /** Uploads a file in one request, or by size as a resumable transfer. */
  readonly upload: (input: UploadInput, options?: UploadOptions) => Promise<UploadedNode>;
  /** Downloads the content; resolves when the first bytes are ready. */
  readonly download: (nodeId: string, options?: DownloadOptions) => Promise<FileDownload>;
  readonly patch: (
    nodeId: string,
    body: Unbranded<NodePatchBody>,
    options?: CallOptions,
  ) => VaultPromise<DriveNode>;
  /** Moves a file or a folder with its content to the trash. */
  readonly delete: (nodeId: string, options?: CallOptions) => VaultPromise<DriveNode>;
  /** Deletes permanently, from the trash. */
  readonly purge: (nodeId: string, options?: CallOptions) => VaultPromise<DriveNode>;
  readonly restore: (nodeId: string, options?: CallOptions) => VaultPromise<DriveNode>;
  /** Derives the pictures of a file again. */
  readonly reprocess: (nodeId: string, options?: CallOptions) => VaultPromise<DriveNode>;
  /** Lists the DICOM series of an exam, their instances in reading order. */
  readonly series: (examId: string, options?: CallOptions) => VaultPromise<DicomSeriesList>;
  /** Returns a decoded frame of a DICOM file, `n` from 1. */
  readonly frame: (nodeId: string, n: number, options?: CallOptions) => Promise<DicomFrame>;
  /** Steps of a resumable transfer, for callers that control it themselves. */
  readonly resumable: {
    readonly start: (body: Unbranded<UploadStartBody>, options?: CallOptions) => VaultPromise<UploadStart>;
    readonly putPart: (
      nodeId: string,
      n: number,
      bytes: Uint8Array,
      options?: CallOptions,
    ) => VaultPromise<UploadPart>;
    readonly parts: (nodeId: string, options?: CallOptions) => VaultPromise<UploadParts>;
    /**
     * Completes the transfer. `sha256` of the sent bytes makes sure nothing else becomes the file: 409
     * `upload_incomplete` if the vault has other bytes.
     */
    readonly complete: (
      nodeId: string,
      options?: CallOptions & { readonly sha256?: string },
    ) => VaultPromise<UploadedNode>;
  };
}

export function createDriveApi(exchange: HttpExchange, sg: string): DriveApi {
  const node = (nodeId: string) => ({ sg, node_id: nodeId });
  return {
    list: (query, options) =>
      new PageList((at) => exchange.call(DRIVE_ROUTES.listNodes, { params: { sg }, query, at, options })),
    changes: (since, options) =>
      new PageList((at) =>
        exchange.call(DRIVE_ROUTES.listNodes, {
          params: { sg },
          at: { ...changesQuery(since), ...at },
          options,
        }),
      ),
    get: (nodeId, options) => exchange.call(DRIVE_ROUTES.getNode, { params: node(nodeId), options }),
    mkdir: (body, options) => exchange.call(DRIVE_ROUTES.createFolder, { params: { sg }, body, options }),
    upload: (input, options) => uploadFile(exchange, sg, input, options),
    download: (nodeId, options) => openDownload(exchange, node(nodeId), options),
    patch: (nodeId, body, options) =>
      exchange.call(DRIVE_ROUTES.patchNode, { params: node(nodeId), body, options, repeatable: true }),
    delete: (nodeId, options) => exchange.call(DRIVE_ROUTES.deleteNode, { params: node(nodeId), options }),
    purge: (nodeId, options) =>
      exchange.call(DRIVE_ROUTES.deleteNode, {
        params: node(nodeId),
        query: { purge: true },
        options,
        repeatable: false,
      }),
    restore: (nodeId, options) => exchange.call(DRIVE_ROUTES.restoreNode, { params: node(nodeId), options }),
    reprocess: (nodeId, options) =>
      exchange.call(DRIVE_ROUTES.reprocessNode, { params: node(nodeId), options }),
    series: (examId, options) =>
      exchange.call(DRIVE_ROUTES.listSeries, { params: { sg }, query: { exam_id: examId }, options }),
    frame: (nodeId, n, options) => getFrame(exchange, { ...node(nodeId), n }, options),
    resumable: {
      start: (body, options) => exchange.call(DRIVE_ROUTES.startUpload, { params: { sg }, body, options }),
      putPart: (nodeId, n, bytes, options) => {
        assertGiven(bytes instanceof Uint8Array, 'putPart takes the bytes of the part: a Uint8Array.');
        return exchange.call(DRIVE_ROUTES.putPart, {
          params: { ...node(nodeId), n },
          content: { kind: 'bytes', source: bytesSource(bytes), start: 0, end: bytes.length },
          options,
        });
      },
      parts: (nodeId, options) => exchange.call(DRIVE_ROUTES.listParts, { params: node(nodeId), options }),
      complete: (nodeId, { sha256, ...options } = {}) =>
        exchange.call(DRIVE_ROUTES.completeUpload, {
          params: node(nodeId),
          body: sha256 === undefined ? null : { sha256 },
          options,
        }),
    },
  };
}
