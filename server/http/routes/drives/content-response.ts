/**
 * Sends a file's content: headers from authenticated values, the body as a stream. An error after the headers destroys
 * the connection, so that a truncated body never looks complete.
 * Source: choices, "Drives", content.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VariantKind } from '#contract/drives/node.ts';
import type { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { ClientDisconnected } from '#server/drives/blobs/stream-chunks.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { NodeContent } from '#server/drives/file-content.ts';
import type { RouteRequest } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { asVaultError, logFailure } from '#server/http/response/error-handler.ts';
import { transferActivity } from './transfer-activity.ts';

export async function respondWithContent(
  drives: DrivesService,
  variant: VariantKind | undefined,
  request: RouteRequest<typeof DRIVE_ROUTES.getContent>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sg, node_id } = request.params;
  const content = await drives.content(actorOf(request), sg, node_id, {
    range: request.headers.range,
    variant,
    ifRange: request.headers['if-range']?.toString(),
    onActivity: transferActivity(request),
  });
  return sendContent(content, request, reply);
}

/** Sends headers and streams the body. */
export async function sendContent(
  content: NodeContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(content.range === undefined ? 200 : 206).headers(headersOf(content));
  if (request.method !== 'HEAD') return sendBody(content, request, reply);
  await content.close();
  // An empty stream, because Fastify would overwrite the content length for anything else.
  return reply.send(Readable.from([]));
}

/**
 * Bypasses Fastify, whose pipe does not report when a chunk was sent. A failure has already destroyed the connection.
 */
async function sendBody(
  content: NodeContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack();
  reply.raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  try {
    await content.sendTo(reply.raw);
  } catch (error) {
    const isOrdinary = error instanceof ClientDisconnected || asVaultError(error).code === 'session_locked';
    if (!isOrdinary) logFailure(error, request);
  }
  return reply;
}

function headersOf({ name, mime_type, etag, size, range }: NodeContent): Record<string, string | number> {
  return {
    'content-type': mime_type,
    'content-length': range === undefined ? size : range.end - range.start,
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` }),
  };
}

/** RFC 8187: also escapes characters that `encodeURIComponent` leaves and `attr-char` forbids. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
