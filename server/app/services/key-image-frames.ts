/** Decodes frames for key images: the frame with its display parameters, or the reason why there is none. */

import { decodeRuns } from '#contract/drives/overlay-runs.ts';
import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseNodeId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { KeyPicturePorts } from '#server/exchange/render-key-images.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import { JobAborted } from '#server/imaging/processing/sandbox/sandbox-pool.ts';
import { MissingContentError } from '#server/system/missing-content-error.ts';

/** Errors for a purged file, a foreign group's file, or a malformed id. */
const GONE: ReadonlySet<ErrorCode> = new Set(['not_found', 'invalid_request']);

export function createKeyImageFrames(
  drives: DrivesService,
  processing: ProcessingService,
): KeyPicturePorts['keyFrame'] {
  return async (actor, { security_group_id: group, document_id }, figure) => {
    try {
      const node_id = parseNodeId(figure.node_id);
      const node = drives.getNode(actor, group, node_id);
      if (node.exam_id !== document_id || node.is_deleted || node.status !== 'ready') return 'gone';
      if (node.media_kind !== 'dicom') return 'no_picture';
      const header = drives.headerOf(actor, group, node_id);
      if (header === undefined && ['queued', 'running'].includes(node.processing_status)) return 'waiting';
      const frame = await processing.frame(actor, drives.openFrames(actor, group, node_id), figure.frame);
      if (frame === undefined) return 'gone';
      const { modality = null } = header ?? {};
      const { rows, columns } = frame.description;
      const overlay = decodeRuns(frame.description.overlay, rows * columns) ?? [];
      return {
        ...frame.description,
        overlay,
        data: Uint8Array.from(frame.data),
        modality,
      };
    } catch (error) {
      if (error instanceof JobAborted)
        throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
      if (error instanceof ProcessingError) return error.code;
      if (error instanceof MissingContentError) return 'content_missing';
      if (error instanceof VaultError && GONE.has(error.code)) return 'gone';
      // Row or bytes do not verify, or the disk failed.
      if (error instanceof CryptoError || (error instanceof Error && 'syscall' in error)) return 'damaged';
      throw error;
    }
  };
}
