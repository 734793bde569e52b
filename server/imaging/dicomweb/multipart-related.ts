/**
 * Reads the parts of a `multipart/related` body one after another as they arrive. Source: DICOM PS3.18 8.6.1.2.1; RFC
 * 2387.
 */
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { VaultError } from '#contract/errors/vault-error.ts';

/** Orthanc's have 73 characters where RFC 2046 allows 70. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200})(?=[\s;]|$))/i;

/** Parts of a body after which their mean size counts. The smallest instances have some 500 bytes. */
const PARTS_BEFORE_COUNT = 64;
const PART_MEAN_MIN_BYTES = 128;

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
 * @throws malformed_request when the body ends before its last boundary; invalid_request for many parts that are too
 * small; the errors of `take`.
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
  let count = 0;
  let bytes = 0;
  let fault: VaultError | undefined;
  function end(error: VaultError): void {
    fault ??= error;
    for (const part of parts) part.destroy(error);
    const settled = () => reject(error);
    taking.then(settled, settled);
  }
  const broken = () =>
    end(new VaultError('malformed_request', 'The body ended before its last boundary. Send it again.'));
  dicer.on('part', (part) => {
    count += 1;
    part.on('error', broken);
    if (fault !== undefined) return;
    if (count > PARTS_BEFORE_COUNT && bytes < count * PART_MEAN_MIN_BYTES) {
      return end(
        new VaultError('invalid_request', 'The body has many parts that are too small for an instance.'),
      );
    }
    parts.add(part);
    part.once('end', () => parts.delete(part));
    taking = taking.then(() => {
      if (fault !== undefined) throw fault;
      return take(part);
    });
    taking.catch(reject);
  });
  dicer.on('finish', () => taking.then(resolve, reject));
  dicer.on('error', broken);
  source.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
  });
  source.on('error', broken);
  source.on('aborted', broken);
  source.pipe(dicer);
  return promise.finally(() => source.unpipe(dicer));
}
