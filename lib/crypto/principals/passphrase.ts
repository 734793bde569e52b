/**
 * Derives the key that wraps a principal's key from a passphrase: NFKC, Argon2id, then one labelled HKDF step. The wrap
 * authenticates its own parameters. The bounds here keep a hostile store from making the derivation cheap, or so
 * expensive that unlocking never ends. Not calibrated per machine.
 * Source: sealing design B3; RFC 9106.
 */
import { utf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { type Argon2Params, argon2idEngine } from '#crypto/hazmat/argon2/argon2id.ts';
import { deriveKek } from '#crypto/keys/kek.ts';
import { KEY_BYTES } from '#crypto/keys/key-types.ts';

export type { Argon2Params } from '#crypto/hazmat/argon2/argon2id.ts';

/** Parameters of new wraps, and the minimum for old ones: 64 MiB, 3 passes, 4 lanes. */
export const ARGON2_PARAMS: Argon2Params = { m: 65_536, t: 3, p: 4 };
/** Maximum: 1 GiB, 10 passes, 16 lanes. */
const ARGON2_CEILING: Argon2Params = { m: 1_048_576, t: 10, p: 16 };
export const PASSPHRASE_SALT_BYTES = 16;

function isWithin(value: number, floor: number, ceiling: number): boolean {
  return Number.isSafeInteger(value) && value >= floor && value <= ceiling;
}

/** Checks Argon2id parameters. @throws CryptoError outside minimum and maximum. */
function assertArgon2Params({ m, t, p }: Argon2Params): void {
  const floor = ARGON2_PARAMS;
  const ceiling = ARGON2_CEILING;
  const ok =
    isWithin(m, floor.m, ceiling.m) && isWithin(t, floor.t, ceiling.t) && isWithin(p, floor.p, ceiling.p);
  if (!ok) throw new CryptoError();
}

/**
 * 32 bytes. Takes 0.1 to 1 s, off the calling thread.
 * @throws CryptoError when params or salt (16 bytes) are out of bounds, before any work is done.
 */
export async function derivePassphraseKek(
  passphrase: string,
  salt: Uint8Array,
  params: Argon2Params,
): Promise<Uint8Array> {
  assertArgon2Params(params);
  if (salt.length !== PASSPHRASE_SALT_BYTES) throw new CryptoError();
  const password = utf8(passphrase.normalize('NFKC'));
  const argon2id = await argon2idEngine();
  const stretched = await argon2id({ password, salt, params, length: KEY_BYTES });
  const kek = deriveKek('passphrase', stretched);
  wipe(password, stretched);
  return kek;
}
