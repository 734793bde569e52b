/**
 * Uploads in parts: begin, send missing parts, complete. A failed part is retried by the usual rules. An interrupted
 * transfer resumes from the stored parts whose SHA-256 matches this file; others are sent again. Completing names the
 * hash of all bytes read, so that nothing else becomes the file.
 */
import type { StoredFile } from '#contract/drives/node.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { IntegrityError } from '#sdk/errors.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import { uploadFields } from './upload-fields.ts';
import type { UploadOptions } from './upload-options.ts';
import { bufferSourceRange, type UploadSource } from './upload-source.ts';

interface HeldPart {
  readonly size: number;
  /** SHA-256 of the stored part; null if the vault does not know it. */
  readonly sha256: string | null;
}

interface Transfer {
  readonly node_id: string;
  readonly part_size: number;
  /** Parts the vault has, by number. */
  readonly held: ReadonlyMap<number, HeldPart>;
}

/**
 * Sends a file as a resumable transfer. @param hashOfAll returns the hash of all bytes once they are sent;
 * undefined if unknown here.
 */
export async function sendResumable(
  exchange: HttpExchange,
  sg: string,
  source: UploadSource,
  name: string,
  options: UploadOptions,
  hashOfAll: () => Promise<string | undefined>,
): Promise<StoredFile> {
  if (source.size === undefined) throw new TypeError('A resumable upload needs the size of its stream.');
  const total = source.size;
  const transfer = await openTransfer(exchange, sg, { ...options, name, total, source });
  options.onStart?.(transfer.node_id);
  const params = { sg, node_id: transfer.node_id };
  const callOptions = {
    signal: options.signal,
    timeoutMs: options.timeoutMs,
    maxRetries: options.maxRetries,
  };

  for (let n = 1, start = 0; start < total; n += 1, start += transfer.part_size) {
    const end = Math.min(start + transfer.part_size, total);
    const held = transfer.held.get(n);
    // A stream is read once, so its part stays in memory until the vault has it.
    const part =
      source.repeatable && held === undefined
        ? { source, start, end }
        : { source: await bufferSourceRange(source, start, end), start: 0, end: end - start };
    if (held === undefined || !(await isSame(exchange, part.source, held, end - start)))
      await exchange.call(DRIVE_ROUTES.putPart, {
        params: { ...params, n },
        content: { kind: 'bytes', ...part },
        options: callOptions,
        onSent: (sent) => options.onProgress?.({ loaded: start + sent, total }),
      });
    options.onProgress?.({ loaded: end, total });
  }
  const sha256 = await hashOfAll();
  return exchange.call(DRIVE_ROUTES.completeUpload, {
    params,
    body: sha256 === undefined ? null : { sha256 },
    options: callOptions,
  });
}

/** Returns true if the vault has exactly these bytes; false also if that is unknown. */
async function isSame(
  { transport }: HttpExchange,
  part: UploadSource,
  held: HeldPart,
  size: number,
): Promise<boolean> {
  if (held.sha256 === null || held.size !== size) return false;
  const hash = transport.createSha256();
  for await (const piece of part.read(0, size)) hash.update(piece);
  return (await hash.digest()) === held.sha256;
}

async function openTransfer(
  exchange: HttpExchange,
  sg: string,
  wanted: UploadOptions & { readonly name: string; readonly total: number; readonly source: UploadSource },
): Promise<Transfer> {
  if (wanted.resume !== undefined) {
    const parts = await exchange.call(DRIVE_ROUTES.listParts, {
      params: { sg, node_id: wanted.resume },
      options: { signal: wanted.signal },
    });
    if (parts.declared_size !== wanted.total) {
      throw new IntegrityError(
        `This transfer is of ${parts.declared_size} bytes and this file has ${wanted.total}: it is another file, or it has changed. Upload it anew, without resume.`,
      );
    }
    const held = new Map(parts.items.map(({ n, ...part }) => [n, part]));
    return { node_id: wanted.resume, part_size: parts.part_size, held };
  }
  const started = await exchange.call(DRIVE_ROUTES.startUpload, {
    params: { sg },
    body: { ...uploadFields(wanted.source, wanted.name, wanted), size: wanted.total },
    options: { signal: wanted.signal, idempotencyKey: wanted.idempotencyKey },
  });
  return { node_id: started.node_id, part_size: started.part_size, held: new Map() };
}
