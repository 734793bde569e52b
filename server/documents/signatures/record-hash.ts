import type { RecordOf } from '#contract/documents/records.ts';
import { utf8 } from '#crypto/bytes.ts';
import { canonicalJson } from '#crypto/proof/canonical-json.ts';
import { sha256Hex } from '#crypto/sha256.ts';

/**
 * SHA-256, hex, of the record as RFC 8785 JSON. Null fields are left out, so fields added to records later do not
 * invalidate older signatures.
 */
export function recordSha256(record: RecordOf['exams']): string {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  return sha256Hex(utf8(canonicalJson(Object.fromEntries(present))));
}
