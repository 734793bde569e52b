/**
 * Reads the parts of a `multipart/related` body one after another as they arrive. Source: DICOM PS3.18 8.6.1.2.1; RFC
 * 2387.
 */
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Orthanc's have 73 characters where RFC 2046 allows 70. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200})(?=[\s;]|$))/i;

/**
 * Reads the boundary of a content type.
 * @throws invalid_request for anything but multipart/related with a boundary.
 */
export function boundaryOf(contentType: string | undefined): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (/^multipart\/related\s*;/i.test(contentType ?? '') && boundary !== undefined) return boundary;
  throw new VaultError(
    'invalid_request',
    'Send multipart/related; type="application/dicom" with a boundary.',
  );
}

/**
 * Calls `take` with each part in turn and pauses the sender while it reads. `take` must read its part to the end. A body
 * that breaks off ends the parts with the error, and rejects once `take` has settled: until then it holds files.
 * @throws malformed_request when the body ends before its last boundary; the errors of `take`.
 */
export function eachPart(
  source: Readable,
  boundary: string,
  take: (part: Readable) => Promise<void>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const dicer = new Dicer({ boundary });
  let taking = Promise.resolve();
  const parts = new Set<Readable>();
  function broken(): void {
    const error = new VaultError(
      'malformed_request',
      'The body ended before its last boundary. Send it again.',
    );
    for (const part of parts) part.destroy(error);
    const settled = () => reject(error);
    taking.then(settled, settled);
  }
  dicer.on('part', (part) => {
    parts.add(part);
    part.once('end', () => parts.delete(part));
    part.on('error', broken);
    taking = taking.then(() => take(part));
    taking.catch(reject);
  });
  dicer.on('finish', () => taking.then(resolve, reject));
  dicer.on('error', broken);
  source.on('error', broken);
  source.on('aborted', broken);
  source.pipe(dicer);
  return promise.finally(() => source.unpipe(dicer));
}
