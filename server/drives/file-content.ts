/**
 * Opens the content of a file for reading, whole or one range. A file uploaded in one request is one sealed stream; a
 * resumable one is the sealed manifest's parts in order. The first bytes are opened and authenticated before the
 * response begins. A later failure destroys the receiver's stream, so that truncated content never looks complete.
 * Memory stays bounded: two runs of 512 KiB.
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
import { readSegments, segmentsOf, variantSegments } from './content-segments.ts';
import type { DrivesCore } from './drives-shared-stores.ts';
import { VARIANT_MIME_TYPE } from './nodes/node-view.ts';
import { assertStored } from './renditions/processing-queue.ts';

export interface NodeContent {
  readonly name: string;
  readonly mime_type: string;
  /** Strong: content never changes under one node id, nor a rendition under its file's. */
  readonly etag: string;
  /** Plaintext size of the whole content, authenticated. */
  readonly size: number;
  /** Range of the content, when one was requested. */
  readonly range: ByteRange | undefined;
  /**
   * Writes the requested bytes and ends the sink; the sink's write callback must mean that a chunk was consumed. When a
   * chunk does not verify, the session locks or the sink closes, destroys the sink and throws.
   */
  readonly sendTo: (sink: Writable) => Promise<void>;
  /** Closes the content of a response without a body. */
  readonly close: () => Promise<void>;
}

export interface ContentRequest {
  /** The request's `Range` header. */
  readonly range?: string | undefined;
  /** Called for every run sent: a running download keeps its session open. */
  readonly onActivity?: () => void;
  /** Reads this rendition instead. */
  readonly variant?: VariantKind | undefined;
  /** The `If-Range` header: the range applies only when it equals the present ETag. */
  readonly ifRange?: string | undefined;
}

/**
 * Opens a file's content or rendition.
 * @throws not_found (also failed), upload_incomplete, invalid_request for folders and bad ranges, CryptoError
 */
export async function openContent(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  request: ContentRequest,
): Promise<NodeContent> {
  assertStored(row);
  // Read before any await, because a rotation may end meanwhile and remove this row's keys.
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

/** Finds a rendition. @throws not_found */
function findVariant(core: DrivesCore, row: NodeRow, kind: VariantKind): VariantRow {
  const variant = core.processing.variants(row.node_id).find((each) => each.kind === kind);
  if (variant !== undefined) return variant;
  throw new VaultError('not_found', `This file has no ${kind}.`);
}
