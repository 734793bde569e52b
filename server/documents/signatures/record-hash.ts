import type { RecordOf } from '#contract/documents/records.ts';
import { utf8 } from '#crypto/bytes.ts';
import { canonicalJson } from '#crypto/proof/canonical-json.ts';
import { sha256Hex } from '#crypto/sha256.ts';

/**
 * SHA-256, hex, of the record as RFC 8785 JSON. Fields that are null are left out: one that comes to records later
 * changes no signature of before.
 */
export function recordSha256(record: RecordOf['exams']): string {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  return sha256Hex(utf8(canonicalJson(Object.fromEntries(present))));
}
