/**
 * Sends the text of a DICOM object, or the document in it. Without one, or where the file cannot be read, the answer is
 * `not_found`, the latter with the reason in `x-processing-error`.
 * Source: choices, "Objects, to the letter".
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ExtractKind } from '#contract/drives/node.ts';
import type { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  type ExtractedContent,
  extractedContent,
  type OpenedObject,
  readBytes,
} from '#server/drives/extracted-content.ts';
import type { RouteRequest } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import { waitForTurn } from '#server/system/queue-per-key.ts';
import { sendContent } from './content-response.ts';
import { type FrameParts, sandboxFailure } from './frame-response.ts';
import { transferActivity } from './transfer-activity.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';

export async function respondWithExtract(
  { drives, processing, framesInLine }: FrameParts,
  kind: ExtractKind,
  request: RouteRequest<typeof DRIVE_ROUTES.getContent>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sg, node_id } = request.params;
  const actor = actorOf(request);
  const object = drives.openObject(actor, sg, node_id);
  if (object === undefined) throw absent(kind);
  // Pictures have neither; a large one need not be read to say so.
  if ((drives.headerOf(actor, sg, node_id)?.frames ?? 0) > 0) throw absent(kind);
  const leave = await waitForTurn(framesInLine, actor.principal_id);
  reply.raw.once('finish', leave).once('close', leave);
  if (reply.raw.destroyed) leave();
  const content = await extract(processing, actor, object, kind).catch((error: unknown) => {
    throw sandboxFailure(error, reply, kind);
  });
  if (content === undefined) throw absent(kind);
  const asked = {
    range: request.headers.range,
    ifRange: request.headers['if-range']?.toString(),
    onActivity: transferActivity(request),
  };
  return sendContent(extractedContent(actor, content, asked), request, reply);
}

function absent(kind: ExtractKind): VaultError {
  return new VaultError('not_found', `This file has no ${kind}.`);
}

async function extract(
  processing: ProcessingService,
  actor: Actor,
  { file, name }: OpenedObject,
  kind: ExtractKind,
): Promise<ExtractedContent | undefined> {
  if (kind === 'text') {
    const text = await processing.text(actor, file);
    return text && inMemory(`${name}.txt`, TEXT_TYPE, text);
  }
  const found = await processing.document(actor, file);
  if (found === undefined) return undefined;
  const { media_type, ending, size, start, data } = found;
  const fileName = `${name}.${ending}`;
  if (data !== null) return inMemory(fileName, media_type, data);
  const first = start ?? 0;
  return {
    name: fileName,
    mime_type: media_type,
    // The file never changes, nor the document in it.
    etag: `"${file.node_id}.document"`,
    size,
    read: (range) => file.read({ start: first + range.start, end: first + range.end }),
  };
}

function inMemory(name: string, mime_type: string, bytes: Uint8Array): ExtractedContent {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  return { name, mime_type, etag, size: bytes.length, read: (range) => readBytes(bytes, range) };
}
