import type { JsonObject } from '#contract/documents/records.ts';
import { CUSTOM_ATTRIBUTES_MAX_BYTES } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';

/** @throws invalid_request when the object is larger than 64 KiB as JSON. */
export function checkCustomAttributes(attributes: JsonObject | null | undefined): void {
  if (attributes === null || attributes === undefined) return;
  if (Buffer.byteLength(JSON.stringify(attributes)) <= CUSTOM_ATTRIBUTES_MAX_BYTES) return;
  throw new VaultError(
    'invalid_request',
    `record.custom_attributes is larger than ${CUSTOM_ATTRIBUTES_MAX_BYTES} bytes.`,
  );
}
