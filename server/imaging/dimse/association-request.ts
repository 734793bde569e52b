/**
 * Checks an A-ASSOCIATE-RQ before the protocol's library reads it: the library numbers contexts itself where a peer
 * gives an id twice, and fails past the last one that fits a byte. Source: DICOM PS3.8 9.3.2.
 */
import { DICOM_CONTEXTS_MAX } from '#contract/limits.ts';

export const ASSOCIATE_RQ = 1;

/** Version, both titles and what is reserved stand before the items. */
const FIXED_BYTES = 68;
const ITEM_HEAD_BYTES = 4;
const CONTEXT_ITEM = 0x20;

/** @param body of the unit, without its six bytes of type and length. */
export function isSoundRequest(body: Uint8Array): boolean {
  if (body.length < FIXED_BYTES) return false;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const ids = new Set<number>();
  for (let at = FIXED_BYTES; at < body.length; ) {
    if (at + ITEM_HEAD_BYTES > body.length) return false;
    const start = at + ITEM_HEAD_BYTES;
    const end = start + view.getUint16(at + 2);
    if (end > body.length) return false;
    if (view.getUint8(at) === CONTEXT_ITEM) {
      if (start === end) return false;
      const id = view.getUint8(start);
      if (id % 2 === 0 || ids.has(id)) return false;
      ids.add(id);
    }
    at = end;
  }
  return ids.size <= DICOM_CONTEXTS_MAX;
}
