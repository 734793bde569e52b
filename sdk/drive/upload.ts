/**
 * Uploads a file in one multipart request, or above the transport's limit as a resumable transfer. The SHA-256 of the
 * bytes read is compared with the stored file's and returned, so that a later download can be checked.
 * Source: choices, "Drives" (Upload, Resumable).
 */
import type { StoredFile } from '#contract/drives/node.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { IntegrityError } from '#sdk/errors.ts';
import { assertGiven, isFields } from '#sdk/http/argument-checks.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { Sha256Stream, Transport } from '#sdk/transport.ts';
import { openDownload } from './download.ts';
import { sendResumable } from './resumable-upload.ts';
import { uploadFields } from './upload-fields.ts';
import type { UploadOptions } from './upload-options.ts';
import {
  blobSource,
  bytesSource,
  drain,
  isUploadInput,
  isUploadSource,
  streamSource,
  type UploadInput,
  type UploadSource,
} from './upload-source.ts';

/** The node, and the stored file's SHA-256 (lower-case hex) as computed by the vault. */
export type UploadedNode = StoredFile;

/**
 * @throws IntegrityError if the vault stored other bytes, a stream has another length than its `size`, or `verify`
 * finds a difference.
 * @throws TypeError without a name, or for a resumable transfer of a stream without length.
 */
export async function uploadFile(
  exchange: HttpExchange,
  sg: string,
  input: UploadInput,
  options: UploadOptions = {},
): Promise<UploadedNode> {
  assertGiven(isFields(options), "upload takes its options as an object, as in { name: 'scan.pdf' }.");
  const plain = await openSource(exchange.transport, input, options.size);
  const name = options.name ?? plain.name;
  if (name === undefined) throw new TypeError("Give the upload a name, as in { name: 'scan.pdf' }.");
  const hash = exchange.transport.createSha256();
  const source = hashedSource(plain, hash);
  let finished: Promise<string | undefined> | undefined;
  const finish = () => {
    finished ??= finishHash(source, hash, options.verify === true);
    return finished;
  };
  const resumable =
    options.resume !== undefined ||
    (source.size !== undefined && source.size > exchange.transport.singleRequestMaxBytes);
  const node = resumable
    ? await sendResumable(exchange, sg, source, name, options, finish)
    : await sendWhole(exchange, sg, source, name, options);
  const sha256 = await finish();
  if (sha256 !== undefined && sha256 !== node.sha256)
    throw new IntegrityError(
      'The file changed while it was sent, so the vault has other bytes than were read. Send it again.',
    );
  if (options.verify) await verifyStored(exchange, node, sha256, options.signal);
  return node;
}

async function openSource(
  transport: Transport,
  input: UploadInput,
  size: number | undefined,
): Promise<UploadSource> {
  if (!isUploadInput(input))
    throw new TypeError('upload takes the path of a file (Node), a Blob, bytes or a stream of bytes.');
  assertGiven(
    size === undefined || (Number.isSafeInteger(size) && size >= 0),
    'upload takes size as a number of bytes.',
  );
  if (typeof input === 'string') {
    if (!transport.openFile) throw new TypeError('A file can be named by its path only in Node.');
    return transport.openFile(input);
  }
  if (isUploadSource(input)) return input;
  if (input instanceof Blob) return blobSource(input);
  if (input instanceof Uint8Array) return bytesSource(input);
  if (input instanceof ArrayBuffer) return bytesSource(new Uint8Array(input));
  return streamSource(input, size);
}

interface HashedSource extends UploadSource {
  readonly hashedBytes: () => number;
}

/** Feeds the hash with every byte on its first reading; repeated ranges are not counted again. */
function hashedSource(source: UploadSource, hash: Sha256Stream): HashedSource {
  let hashedTo = 0;
  async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    let at = start;
    for await (const piece of source.read(start, end)) {
      if (at <= hashedTo && at + piece.length > hashedTo) {
        hash.update(piece.subarray(hashedTo - at));
        hashedTo = at + piece.length;
      }
      at += piece.length;
      yield piece;
    }
  }
  return { ...source, read, hashedBytes: () => hashedTo };
}

/**
 * Computes the hash of an upload. A browser sends Blobs without reading them here, so they are read only if a hash
 * is wanted.
 */
async function finishHash(
  source: HashedSource,
  hash: Sha256Stream,
  isWanted: boolean,
): Promise<string | undefined> {
  const rest = (source.size ?? 0) - source.hashedBytes();
  if (rest > 0 && !isWanted) return undefined;
  if (rest > 0) await drain(source.read(source.hashedBytes(), source.size ?? 0));
  return hash.digest();
}

function sendWhole(
  exchange: HttpExchange,
  sg: string,
  source: UploadSource,
  name: string,
  options: UploadOptions,
): Promise<StoredFile> {
  const fields = uploadFields(source, name, options);
  return exchange.call(DRIVE_ROUTES.uploadNode, {
    params: { sg },
    content: {
      kind: 'multipart',
      fields,
      file_name: name,
      mime_type: fields.mime_type ?? 'application/octet-stream',
      source,
    },
    options,
    // A browser also counts the bytes of the form around the file.
    onSent: (loaded) =>
      options.onProgress?.({ loaded: Math.min(loaded, source.size ?? loaded), total: source.size }),
  });
}

async function verifyStored(
  exchange: HttpExchange,
  node: StoredFile,
  sha256: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (sha256 === undefined) throw new IntegrityError('This file is too large to be hashed here.');
  const ids = { sg: node.security_group_id, node_id: node.node_id };
  const stored = await openDownload(exchange, ids, { sha256, signal });
  await drain(stored);
}
