/** Opens one sealed file completely and returns a finding for each failure, instead of throwing. */
import { VaultError } from '#contract/errors/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';

export type Outcome = 'opens' | 'missing' | 'damaged' | 'no_id';

/** `onRun` is called with each run of plaintext, which is wiped afterwards. @throws StorageUnavailableError */
export async function verifySealedFile(
  read: () => AsyncIterable<Uint8Array>,
  onRun: (run: Uint8Array) => void,
): Promise<Outcome> {
  try {
    for await (const run of read()) onRun(run);
    return 'opens';
  } catch (error) {
    if (error instanceof CryptoError) return 'damaged';
    if (isEnoent(error)) return 'missing';
    if (error instanceof StorageUnavailableError) throw error;
    if (error instanceof VaultError) return 'no_id';
    if (error instanceof Error && 'code' in error) return 'damaged';
    throw error;
  }
}
