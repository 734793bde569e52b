/**
 * Watches the framing of what a peer sends and says when a unit is announced longer than the vault takes: the
 * protocol's own reader gathers each unit in memory first. Source: DICOM PS3.8 9.3.
 */
import { DICOM_PDU_MAX_BYTES } from '#contract/limits.ts';

const HEAD_BYTES = 6;
const LENGTH_AT = 2;

/** @returns a function to be given every chunk in order; it answers whether all announced lengths are allowed. */
export function createPduGuard(maxBytes: number = DICOM_PDU_MAX_BYTES): (chunk: Uint8Array) => boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  let headBytes = 0;
  let bodyBytes = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyBytes > 0) {
        const taken = Math.min(bodyBytes, chunk.length - at);
        bodyBytes -= taken;
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
    }
    return true;
  };
}
