/**
 * Stores one part of a STOW request. A sealed file is begun at a part's first byte, and no more once many parts in a row
 * were no instances: beginning one and putting it away costs the server milliseconds, and the sender five bytes.
 */
import type { Readable } from 'node:stream';
import { VaultError } from '#contract/errors/vault-error.ts';

const FAILURES_IN_A_ROW_MAX = 64;

interface Incoming<Stored> {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly finish: () => Promise<Stored>;
  readonly discard: () => Promise<void>;
}

/** Creates the store of one request. It must be called with its parts one after another. */
export function createPartStore<Stored>(
  begin: () => Promise<Incoming<Stored>>,
  onActivity: () => void,
): (part: Readable) => Promise<Stored> {
  let failures = 0;

  return async (part) => {
    if (failures >= FAILURES_IN_A_ROW_MAX) {
      throw new VaultError(
        'rate_limited',
        'Too many parts before this one were no instances. Send it again.',
      );
    }
    let incoming: Incoming<Stored> | undefined;
    failures += 1;
    try {
      // A part that is put away half read stays open: ending it would end the body, and with it the parts after it.
      for await (const chunk of part.iterator({ destroyOnReturn: false })) {
        onActivity();
        incoming ??= await begin();
        await incoming.write(chunk);
      }
      if (incoming === undefined) throw new VaultError('invalid_request', 'The part is empty.');
      const stored = await incoming.finish();
      failures = 0;
      return stored;
    } catch (error) {
      await incoming?.discard();
      throw error;
    }
  };
}
