/** The port from processing to the drives, which have files and keys; processing has neither. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { MediaKind, ProcessingOutcome, VariantKind } from '#contract/drives/node.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

/** A stored file, decrypted while reading. */
export interface PlainFile {
  readonly node_id: NodeId;
  readonly media_kind: MediaKind;
  readonly size: number;
  /** Yields runs of plaintext; a run's buffer is used again two runs later. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Result of processing a file. */
export interface ProcessingOutput {
  readonly header: DicomHeader | PdfHeader | null;
  /** Renditions as WebP bytes. */
  readonly variants: Readonly<Partial<Record<VariantKind, Uint8Array>>>;
  readonly error: ProcessingOutcome | null;
}

export interface QueuedNode {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
}

export interface ProcessingWork {
  /** The node of these groups that has waited longest. */
  readonly next: (securityGroupIds: readonly SecurityGroupId[]) => QueuedNode | undefined;
  /** Marks it `running`; false where another server of the vault was first. */
  readonly begin: (nodeId: NodeId) => Promise<boolean>;
  /** Puts it back into the queue without counting the attempt. */
  readonly requeue: (nodeId: NodeId) => Promise<void>;
  /** Puts it back after a counted attempt; `failed` with `timed_out` after too many. */
  readonly tryAgain: (nodeId: NodeId) => Promise<void>;
  /**
   * Opens a file for processing; undefined when it was purged meanwhile. @throws CryptoError, group_key_unavailable
   */
  readonly open: (keyRing: KeyRing, nodeId: NodeId) => PlainFile | undefined;
  /** Seals and stores the result. Earlier renditions are deleted only where a new one replaces them. */
  readonly finish: (keyRing: KeyRing, nodeId: NodeId, made: ProcessingOutput) => Promise<void>;
}
