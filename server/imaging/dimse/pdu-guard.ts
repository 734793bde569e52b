/**
 * Checks the framing of a peer's bytes and refuses too long PDUs, data without a fragment and invalid association requests, because the DICOM
 * library gathers each PDU in memory and parses it.
 * Source: DICOM PS3.8 9.3.
 */
import { DICOM_PDU_MAX_BYTES } from '#contract/limits.ts';
import { ASSOCIATE_RQ, isValidRequest } from './association-request.ts';

const HEAD_BYTES = 6;
const LENGTH_AT = 2;
const P_DATA = 0x04;
/** Length, context and flags of a fragment. */
const FRAGMENT_HEAD_BYTES = 6;

/**
 * Creates the check for one connection.
 * @param onRequest gets the body of each valid association request, before the library reads it.
 * @returns a function to call with every chunk in order; false means the connection must end.
 */
export function createPduGuard(
  onRequest: (body: Uint8Array) => void = () => undefined,
  maxBytes: number = DICOM_PDU_MAX_BYTES,
): (chunk: Uint8Array) => boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  let headBytes = 0;
  let bodyBytes = 0;
  /** The association request received so far, until it is complete. */
  let request: Uint8Array[] | undefined;

  function isSoundBody(taken: Uint8Array): boolean {
    request?.push(taken);
    if (bodyBytes > 0 || request === undefined) return true;
    const body = Buffer.concat(request);
    request = undefined;
    if (!isValidRequest(body)) return false;
    onRequest(body);
    return true;
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyBytes > 0) {
        const taken = Math.min(bodyBytes, chunk.length - at);
        bodyBytes -= taken;
        if (!isSoundBody(chunk.subarray(at, at + taken))) return false;
        at += taken;
        continue;
      }
      head[headBytes] = chunk[at] ?? 0;
      headBytes += 1;
      at += 1;
      if (headBytes < HEAD_BYTES) continue;
      headBytes = 0;
      bodyBytes = head.readUInt32BE(LENGTH_AT);
      if (bodyBytes > maxBytes) return false;
      if (head[0] === P_DATA && bodyBytes < FRAGMENT_HEAD_BYTES) return false;
      if (head[0] !== ASSOCIATE_RQ) continue;
      if (bodyBytes === 0) return false;
      request = [];
    }
    return true;
  };
}
