/** Builds the message a principal signs outside the membership list; its label separates purposes. Portable. */
import { PortableTlvWriter } from '#crypto/proof/portable-bytes.ts';

const TAG = { label: 1, message: 2 } as const;

/** Builds the signed message; `label` begins with `srv.v1/`. */
export function labelledMessage(label: string, message: Uint8Array): Uint8Array {
  return new PortableTlvWriter().field(TAG.label, label).field(TAG.message, message).bytes();
}
