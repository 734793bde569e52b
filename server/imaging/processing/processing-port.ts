/** What processing asks of the drives; they know files and keys, it knows neither. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { MediaKind, ProcessingOutcome, VariantKind } from '#contract/drives/node.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

/** A stored file, opened. */
export interface PlainFile {
  readonly node_id: NodeId;
  readonly media_kind: MediaKind;
  readonly size: number;
  /** Runs of plaintext; each holds its bytes only until the run after the next is asked for. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** What was made of a file. */
export interface ProcessingOutput {
  readonly header: DicomHeader | PdfHeader | null;
  /** WebP bytes. */
  readonly variants: Readonly<Partial<Record<VariantKind, Uint8Array>>>;
  readonly error: ProcessingOutcome | null;
}

export interface QueuedNode {
  readonly node_id: NodeId;
  readonly security_group_id: SecurityGroupId;
}

export interface ProcessingWork {
  /** The node that has waited longest in these groups. */
  readonly next: (securityGroupIds: readonly SecurityGroupId[]) => QueuedNode | undefined;
  /** Marks it `running`; false where another server of the vault was first. */
  readonly begin: (nodeId: NodeId) => Promise<boolean>;
  /** Back into the queue, as if it had not begun. */
  readonly requeue: (nodeId: NodeId) => Promise<void>;
  /** Back into the queue after a try that counts; `failed` with `timed_out` after too many. */
  readonly tryAgain: (nodeId: NodeId) => Promise<void>;
  /** Undefined when it was purged meanwhile. @throws CryptoError, group_key_unavailable */
  readonly open: (keyRing: KeyRing, nodeId: NodeId) => PlainFile | undefined;
  /** Seals and stores what was made. What was made before goes only where there is something new in its place. */
  readonly finish: (keyRing: KeyRing, nodeId: NodeId, made: ProcessingOutput) => Promise<void>;
}
