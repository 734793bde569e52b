import type { Address } from '#contract/documents/records.ts';

/** Formats an address, in either of its two forms, as lines. */
export function addressLines(address: Address | undefined): string[] {
  if (!address) return [];
  if (typeof address === 'string') return address.split('\n').filter(Boolean);
  const city = [address.city, address.region, address.postal_code].filter(Boolean).join(' ');
  return [...(address.lines ?? []), city, address.country ?? ''].filter(Boolean);
}
