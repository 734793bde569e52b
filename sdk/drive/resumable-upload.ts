/**
 * A transfer in parts: begin, send what is missing, complete. A part that failed is sent again by the
 * exchange's own rules (a PUT of the same bytes changes nothing more); a transfer that was interrupted
 * altogether goes on from the parts the vault already holds.
 */
import type { DriveNode } from '#contract/drives/node.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import type { Exchange } from '#sdk/exchange/exchange.ts';
import { uploadFields } from './upload-fields.ts';
import type { UploadOptions } from './upload-options.ts';
import { bufferRange, drain, type UploadSource } from './upload-source.ts';

interface Transfer {
  readonly node_id: string;
  readonly part_size: number;
  /** Sizes of the parts the vault holds, by number. */
  readonly held: ReadonlyMap<number, number>;
}

export async function sendResumable(
  exchange: Exchange,
  sg: string,
  source: UploadSource,
  name: string,
  options: UploadOptions,
): Promise<DriveNode> {
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
    if (transfer.held.get(n) === end - start) {
      // Held already: read on all the same, so that the hash sees it and a stream moves on.
      await drain(source.read(start, end));
    } else {
      // A stream is read once: its part is held in memory until the vault has it.
      const part = source.repeatable
        ? { source, start, end }
        : { source: await bufferRange(source, start, end), start: 0, end: end - start };
      await exchange.call(DRIVE_ROUTES.putPart, {
        params: { ...params, n },
        content: { kind: 'bytes', ...part },
        options: callOptions,
        onSent: (sent) => options.onProgress?.({ loaded: start + sent, total }),
      });
    }
    options.onProgress?.({ loaded: end, total });
  }
  return exchange.call(DRIVE_ROUTES.completeUpload, { params, options: callOptions });
}

async function openTransfer(
  exchange: Exchange,
  sg: string,
  wanted: UploadOptions & { readonly name: string; readonly total: number; readonly source: UploadSource },
): Promise<Transfer> {
  if (wanted.resume !== undefined) {
    const parts = await exchange.call(DRIVE_ROUTES.listParts, {
      params: { sg, node_id: wanted.resume },
      options: { signal: wanted.signal },
    });
    const held = new Map(parts.items.map(({ n, size }) => [n, size]));
    return { node_id: wanted.resume, part_size: parts.part_size, held };
  }
  const started = await exchange.call(DRIVE_ROUTES.startUpload, {
    params: { sg },
    body: { ...uploadFields(wanted.source, wanted.name, wanted), size: wanted.total },
    options: { signal: wanted.signal, idempotencyKey: wanted.idempotencyKey },
  });
  return { node_id: started.node_id, part_size: started.part_size, held: new Map() };
}
