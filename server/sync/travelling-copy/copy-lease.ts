/** Lease of a travelling copy: how long it opens without its home vault. */
import { COPY_LEASE_DAYS } from '#contract/limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** End of the lease. `since`: the last sync, or when the copy was taken. */
export function leaseEndMs(since: string): number {
  return Date.parse(since) + COPY_LEASE_DAYS * DAY_MS;
}
