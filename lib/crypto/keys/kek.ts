import { utf8 } from '#crypto/bytes.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import { assertUsableKey, KEY_BYTES } from './key-types.ts';

/** The ways a principal's key may be wrapped. Source: sealing design B3. */
export type WrapKind = 'passphrase' | 'recovery' | 'device' | 'invite' | 'token';

const LABELS: Readonly<Record<WrapKind, string>> = {
  passphrase: 'srv.v1/kek/pass',
  recovery: 'srv.v1/kek/recovery',
  device: 'srv.v1/kek/device',
  invite: 'srv.v1/kek/invite',
  token: 'srv.v1/kek/token',
};

/** 32 bytes from 32; a secret of one kind never gives the key of another. @throws CryptoError on other lengths. */
export function deriveKek(kind: WrapKind, secret: Uint8Array): Uint8Array {
  assertUsableKey(secret);
  return hkdf(engine.hmac, 'sha512', secret, new Uint8Array(0), utf8(LABELS[kind]), KEY_BYTES);
}
