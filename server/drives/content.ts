/**
 * Opens the content of a file for reading, whole or one range of it. A single-request file is one sealed
 * stream; a resumable one is the sealed manifest's parts in order. What a range needs first is opened and
 * authenticated before the answer begins; anything that fails later destroys the receiver's stream, so
 * that a cut body is never taken for a whole one. Memory stays flat: two runs of 512 KiB at a time.
 * Source: choices, "Drives", content; sealing design B6, "Range".
 */
import type { Writable } from 'node:stream';
import type { VariantKind } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import { type ByteRange, parseByteRange } from './blobs/byte-range.ts';
import { streamChunks } from './blobs/stream-chunks.ts';
import type { DrivesCore } from './drives-core.ts';
import { VARIANT_MIME_TYPE } from './nodes/node-view.ts';
import { assertStored } from './renditions/queue.ts';
import { readSegments, segmentsOf, variantSegments } from './segments.ts';

export interface NodeContent {
  readonly name: string;
  readonly mime_type: string;
  /** Strong: content never changes under one node id, nor a variant under its file's. */
  readonly etag: string;
  /** Plaintext bytes of the whole, authenticated. */
  readonly size: number;
  /** Set when a range was asked for. */
  readonly range: ByteRange | undefined;
  /**
   * Writes what was asked for and ends the sink; the sink must be done with a chunk when it calls back. When
   * a chunk does not verify, the session locks or the sink closes, it destroys the sink and throws.
   */
  readonly sendTo: (sink: Writable) => Promise<void>;
  /** For an answer without a body. */
  readonly close: () => Promise<void>;
}

export interface ContentRequest {
  /** The `Range` header. */
  readonly range?: string | undefined;
  /** Called for every run that leaves: a running transfer keeps its session alive. */
  readonly onActivity?: () => void;
  /** The picture of it instead. */
  readonly variant?: VariantKind | undefined;
  /** The `If-Range` header: the range counts only when it names the present ETag. */
  readonly ifRange?: string | undefined;
}

/** @throws not_found (also failed), upload_incomplete, invalid_request for folders and bad ranges, CryptoError */
export async function openContent(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  request: ContentRequest,
): Promise<NodeContent> {
  assertStored(row);
  // Before anything is waited for: a rotation may end meanwhile, and then this row's keys are gone.
  const dek = core.keeper.dekOf(actor.keyRing, row);
  const name = core.keeper.nameOf(actor.keyRing, row);
  const variant = request.variant && findVariant(core, row, request.variant);
  const segments = variant ? variantSegments(core, row, dek, variant) : segmentsOf(core, row, dek);
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  if (!variant && size !== row.size) throw new CryptoError();
  const etag = `"${variant ? variant.blob_id : row.node_id}"`;
  const header = request.ifRange === undefined || request.ifRange === etag ? request.range : undefined;
  const range = parseByteRange(header, size);
  const wanted = range ?? { start: 0, end: size };
  const from = segments.findIndex(({ start, size: bytes }) => start + bytes > wanted.start);
  const first = segments[from]?.open() ?? segments.at(-1)?.open();
  const opened = await first;
  return {
    name: variant ? `${name}.${variant.kind}.webp` : name,
    mime_type: variant ? VARIANT_MIME_TYPE : (row.mime_type ?? 'application/octet-stream'),
    etag,
    size,
    range,
    sendTo: (sink) =>
      streamChunks(
        readSegments(segments.slice(from), opened, wanted, request.onActivity),
        sink,
        actor.signal,
      ),
    close: async () => opened?.close(),
  };
}

/** @throws not_found */
function findVariant(core: DrivesCore, row: NodeRow, kind: VariantKind): VariantRow {
  const variant = core.processing.variants(row.node_id).find((each) => each.kind === kind);
  if (variant !== undefined) return variant;
  throw new VaultError('not_found', `There is no ${kind} of this file.`);
}
