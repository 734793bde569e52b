/**
 * Checks an A-ASSOCIATE-RQ before the DICOM library reads it: the library renumbers contexts where a peer repeats an
 * id, and fails on ids beyond one byte. Source: DICOM PS3.8 9.3.2.
 */
import { DICOM_CONTEXTS_MAX } from '#contract/limits.ts';

export const ASSOCIATE_RQ = 1;

/** Length of version, both titles and reserved bytes before the items. */
const FIXED_BYTES = 68;
const ITEM_HEAD_BYTES = 4;
const CONTEXT_ITEM = 0x20;
const APPLICATION_CONTEXT_ITEM = 0x10;
const DICOM_APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
/** A longer name is none, and stripping its padding would cost the square of it. Source: DICOM PS3.5 9. */
const UID_MAX_BYTES = 64;
/** The only version; a peer may offer later ones as well. */
const FIRST_VERSION = 1;

/** Reasons to refuse a request that the library does not check: protocol version and application context. */
export type RequestFault = 'version' | 'context';

/** True for a well-formed request. @param body the PDU without its six bytes of type and length. */
export function isValidRequest(body: Uint8Array): boolean {
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

/**
 * The reason to refuse a well-formed request; undefined where it is acceptable. Source: DICOM PS3.7 A.2.1, PS3.8 9.3.2.
 */
export function faultOf(body: Uint8Array): RequestFault | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if ((view.getUint16(0) & FIRST_VERSION) === 0) return 'version';
  for (let at = FIXED_BYTES; at < body.length; ) {
    const start = at + ITEM_HEAD_BYTES;
    const end = start + view.getUint16(at + 2);
    if (view.getUint8(at) === APPLICATION_CONTEXT_ITEM) {
      if (end - start > UID_MAX_BYTES) return 'context';
      const name = Buffer.from(body.subarray(start, end)).toString('latin1');
      // Some peers pad it to an even length, as in a data set.
      return name.replace(/[\0 ]+$/, '') === DICOM_APPLICATION_CONTEXT ? undefined : 'context';
    }
    at = end;
  }
  return 'context';
}
