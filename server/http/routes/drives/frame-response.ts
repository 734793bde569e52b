/**
 * Sends one decoded frame: raw little-endian samples, with display parameters in headers. Without a picture,
 * `x-processing-error` has the reason.
 * Source: choices, "Files", frames; docs/guide/imaging.md.
 */
import type { FastifyReply } from 'fastify';
import type { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { VoiTable } from '#dicom/picture/voi-lut.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { RouteRequest } from '#server/http/register-route.ts';
import { actorOf } from '#server/http/request/request-session.ts';
import { ProcessingError, StarvedJobError } from '#server/imaging/processing/processing-error.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import type { FrameDescription } from '#server/imaging/processing/sandbox/sandbox-messages.ts';
import { JobAborted } from '#server/imaging/processing/sandbox/sandbox-pool.ts';
import { type KeyedQueue, waitForTurn } from '#server/system/queue-per-key.ts';

/** Seconds after which a client may ask again; by then other work may have finished. */
const RETRY_AFTER_S = '5';

export interface FrameParts {
  readonly drives: DrivesService;
  readonly processing: ProcessingService;
  /** A few at a time, because a frame is in memory until its reader has it. */
  readonly framesInLine: KeyedQueue;
}

export async function respondWithFrame(
  { drives, processing, framesInLine }: FrameParts,
  request: RouteRequest<typeof DRIVE_ROUTES.getFrame>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sg, node_id, n } = request.params;
  const actor = actorOf(request);
  const leave = await waitForTurn(framesInLine, actor.principal_id);
  reply.raw.once('finish', leave).once('close', leave);
  if (reply.raw.destroyed) leave();
  const file = drives.openFrames(actor, sg, node_id);
  try {
    const frame = await processing.frame(actor, file, n);
    if (frame === undefined)
      throw new VaultError('not_found', 'This frame does not exist: the file has fewer frames.');
    return reply
      .headers({
        ...headersOf(frame.description),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .type('application/octet-stream')
      .send(Buffer.from(frame.data.buffer, frame.data.byteOffset, frame.data.length));
  } catch (error) {
    throw sandboxFailure(error, reply, 'picture to show');
  }
}

/**
 * Turns an error of a sandbox job into the error of the request; a file that cannot be read is `not_found`, with the
 * reason in a header.
 * @param wanted what the file lacks.
 */
export function sandboxFailure(error: unknown, reply: FastifyReply, wanted: string): unknown {
  if (error instanceof JobAborted)
    return new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
  if (error instanceof StarvedJobError) {
    return new VaultError(
      'rate_limited',
      'This file was not read in time because the computer is busy. Try again.',
      { headers: { 'retry-after': RETRY_AFTER_S } },
    );
  }
  if (!(error instanceof ProcessingError)) return error;
  reply.header('x-processing-error', error.code);
  return new VaultError('not_found', `This file has no ${wanted} (${error.code}).`);
}

function headersOf(description: FrameDescription): Record<string, string> {
  const { windows } = description;
  const table = windows[0]?.table;
  return {
    'x-frame-rows': String(description.rows),
    'x-frame-columns': String(description.columns),
    'x-frame-count': String(description.frames),
    'x-frame-samples-per-pixel': String(description.samples_per_pixel),
    'x-frame-bits-allocated': String(description.bits_allocated),
    'x-frame-bits-stored': String(description.bits_stored),
    'x-frame-signed': String(description.is_signed),
    'x-frame-photometric-interpretation': description.photometric_interpretation,
    'x-frame-rescale-slope': String(description.rescale_slope),
    'x-frame-rescale-intercept': String(description.rescale_intercept),
    'x-frame-window-center': windows.map(({ center }) => center).join(','),
    'x-frame-window-width': windows.map(({ width }) => width).join(','),
    'x-frame-voi-function': description.voi_function,
    'x-frame-window-source': description.window_source,
    ...(table && { 'x-frame-voi-lut': tableText(table), 'x-frame-voi-lut-bits': String(table.bits) }),
    'x-frame-overlays-drawn': String(description.overlays_drawn),
    'x-frame-overlays-not-drawn': String(description.overlays_not_drawn),
    ...optional('x-frame-overlay', Buffer.from(description.overlay).toString('base64') || null),
    ...optional('x-frame-unit', description.unit),
    ...optional('x-frame-no-value', description.no_value?.toString()),
    ...optional('x-frame-pixel-spacing', description.pixel_spacing?.join(',')),
    ...optional('x-frame-pixel-spacing-basis', description.spacing_basis),
    ...optional('x-frame-pixel-aspect-ratio', description.pixel_aspect_ratio?.join(',')),
    ...optional('x-frame-position', description.image_position?.join(',')),
    ...optional('x-frame-orientation', description.image_orientation?.join(',')),
  };
}

/** Omits the header when there is no value. */
function optional(name: string, value: string | null | undefined): Record<string, string> {
  return value === null || value === undefined ? {} : { [name]: value };
}

/** Base64 of the entries as little-endian words. */
function tableText({ entries }: VoiTable): string {
  return Buffer.from(Uint16Array.from(entries).buffer).toString('base64');
}
