import { VaultError } from '#contract/errors/vault-error.ts';
import { CONCURRENT_UPLOADS_PER_CERTIFICATE } from '#contract/limits.ts';

const RETRY_AFTER_SECONDS = '1';

/** Limits concurrent uploads and parts per client certificate. Source: choices, "Transport" (Rate). */
export interface UploadSlots {
  /** Takes a slot. @returns a function that frees the slot; call it once. @throws rate_limited */
  readonly take: (certificateFingerprint: string) => () => void;
}

export function createUploadSlots(): UploadSlots {
  const taken = new Map<string, number>();
  return {
    take(fingerprint) {
      const count = taken.get(fingerprint) ?? 0;
      if (count >= CONCURRENT_UPLOADS_PER_CERTIFICATE) {
        throw new VaultError(
          'rate_limited',
          `At most ${CONCURRENT_UPLOADS_PER_CERTIFICATE} uploads at a time per certificate. Wait until one has ended.`,
          { headers: { 'retry-after': RETRY_AFTER_SECONDS } },
        );
      }
      taken.set(fingerprint, count + 1);
      return () => {
        const left = (taken.get(fingerprint) ?? 1) - 1;
        if (left === 0) taken.delete(fingerprint);
        else taken.set(fingerprint, left);
      };
    },
  };
}
