/** Lease of a travelling copy: how long it opens without its home vault. */
import { COPY_LEASE_DAYS } from '#contract/limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until then a copy opens without its vault. `since`: the last exchange, or when it was taken. */
export function leaseEndMs(since: string): number {
  return Date.parse(since) + COPY_LEASE_DAYS * DAY_MS;
}
