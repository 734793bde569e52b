import { UsageError } from '#cli/exit-codes.ts';
import { parseAddresses } from '#sdk/node/addresses.ts';

/** What `--address` named, as origins; none where it named none. @throws UsageError */
export function addressesOf(listed: readonly string[]): string[] {
  if (listed.length === 0) return [];
  try {
    return parseAddresses(listed);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'An address cannot be read.');
  }
}
