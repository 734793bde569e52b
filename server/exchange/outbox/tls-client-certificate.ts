/** Certificate and key for TLS receivers that require a client certificate: `pki/hl7.crt` and `pki/hl7.key`, PEM. */
import { join } from 'node:path';
import type { ClientIdentity } from '#hl7/mllp-connection.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';

/** A chain of several certificates has some 10 KB. */
const PEM_MAX_BYTES = 1024 * 1024;

/** Read at each call, so that a renewed one takes effect at once; undefined where either is missing. */
export function readClientIdentity(pki: string): ClientIdentity | undefined {
  const cert = readUnlessMissing(join(pki, 'hl7.crt'));
  const key = readUnlessMissing(join(pki, 'hl7.key'));
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function readUnlessMissing(file: string): string | undefined {
  try {
    return readWholeFile(file, PEM_MAX_BYTES).toString('utf8');
  } catch (error) {
    if (isEnoent(error)) return undefined;
    throw error;
  }
}
