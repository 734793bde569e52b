/**
 * Opens the content of a file for reading, whole or one range of it. A single-request file is one sealed
 * stream; a resumable one is the sealed manifest's parts in order. What a range needs first is opened and
 * authenticated before the answer begins; anything that fails later destroys the receiver's stream, so
 * that a cut body is never taken for a whole one. Memory stays flat: two runs of 512 KiB at a time.
 * Source: choices, "Drives", content; sealing design B6, "Range".
 */
import type { Writable } from 'node:stream';
import { VaultError } from '#contract/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { fileContext, partContext } from '#crypto/sealing/context.ts';
import type { Actor } from '#server/access/actor.ts';
import type { NodeRow } from '#server/db/drives/node-row.ts';
import { type ByteRange, parseByteRange } from './blobs/byte-range.ts';
import { openSealedFile, type SealedFile } from './blobs/sealed-file.ts';
import { sendRuns } from './blobs/send-runs.ts';
import type { DrivesCore } from './drives-core.ts';
import { openManifest } from './transfers/manifest.ts';

export interface NodeContent {
  readonly name: string;
  readonly mime_type: string;
  /** Strong: content never changes under one node id. */
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
  /** The `If-Range` header: the range counts only when it names the present ETag. */
  readonly ifRange?: string | undefined;
}

/** One sealed stream of the content, and where its plaintext begins in the whole. */
interface Segment {
  readonly start: number;
  readonly size: number;
  readonly open: () => Promise<SealedFile>;
}

/** @throws not_found (also failed), upload_incomplete, invalid_request for folders and bad ranges, CryptoError */
export async function openContent(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  request: ContentRequest,
): Promise<NodeContent> {
  if (row.kind === 'folder') throw new VaultError('invalid_request', 'A folder has no content.');
  if (row.status === 'failed') throw new VaultError('not_found', 'The upload of this file failed.');
  if (row.status === 'pending') {
    throw new VaultError('upload_incomplete', 'The upload of this file is not complete.');
  }
  const segments = segmentsOf(core, row, core.keeper.dekOf(actor.keyRing, row));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  if (size !== row.size) throw new CryptoError();
  const etag = `"${row.node_id}"`;
  const header = request.ifRange === undefined || request.ifRange === etag ? request.range : undefined;
  const range = parseByteRange(header, size);
  const wanted = range ?? { start: 0, end: size };
  const from = segments.findIndex(({ start, size: bytes }) => start + bytes > wanted.start);
  const first = segments[from]?.open() ?? segments.at(-1)?.open();
  const opened = await first;
  return {
    name: core.keeper.nameOf(actor.keyRing, row),
    mime_type: row.mime_type ?? 'application/octet-stream',
    etag,
    size,
    range,
    sendTo: (sink) =>
      sendRuns(readSegments(segments.slice(from), opened, wanted, request.onActivity), sink, actor.signal),
    close: async () => opened?.close(),
  };
}

function segmentsOf(core: DrivesCore, row: NodeRow, dek: Dek): Segment[] {
  const owner = {
    workspace_id: core.deps.workspaceId(),
    security_group_id: row.security_group_id,
    node_id: row.node_id,
  };
  const openAt = async (blobId: string, context: Parameters<typeof openSealedFile>[2], size: number) => {
    const file = await openSealedFile(await core.blobs.open(blobId), dek, context);
    if (file.size === size) return file;
    await file.close();
    throw new CryptoError();
  };
  if (row.transfer === 'single') {
    const size = row.size ?? 0;
    return [{ start: 0, size, open: () => openAt(row.node_id, fileContext(owner), size) }];
  }
  const sealed = core.parts.findManifest(row.node_id);
  if (sealed === undefined) throw new CryptoError();
  let start = 0;
  return openManifest(dek, owner, sealed).map(({ attempt_id, size }, index) => {
    const context = partContext({ ...owner, part: index + 1, attempt_id });
    const segment = { start, size, open: () => openAt(attempt_id, context, size) };
    start += size;
    return segment;
  });
}

async function* readSegments(
  segments: readonly Segment[],
  opened: SealedFile | undefined,
  wanted: ByteRange,
  onActivity: (() => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let file = opened;
  try {
    for (const segment of segments) {
      if (segment.start >= wanted.end) return;
      file ??= await segment.open();
      const from = Math.max(wanted.start - segment.start, 0);
      for await (const run of file.read(from, Math.min(wanted.end - segment.start, segment.size))) {
        onActivity?.();
        yield run;
      }
      await file.close();
      file = undefined;
    }
  } finally {
    await file?.close();
  }
}
