/**
 * Signs a short text with both keys of a principal (Ed25519 and ML-DSA-65); its label separates it from everything else
 * the keys sign. Source: sealing design B8 (signed manifest).
 */
import { decodeBase64Url, encodeBase64Url } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { ed25519 } from '#crypto/hazmat/ed25519.ts';
import { ML_DSA_65_SIGN_RANDOM_BYTES, mlDsa65Sign, mlDsa65Verify } from '#crypto/hazmat/ml-dsa-65.ts';
import { randomBytes } from '#crypto/random.ts';
import { labelledMessage } from './labelled-message.ts';
import type { PrincipalPublicKeys, PrincipalSecrets } from './principal-keys.ts';

export interface StatementSignature {
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

/** `label` begins with `srv.v1/`. Takes about 7 ms. */
export function signStatement(
  signer: Pick<PrincipalSecrets, 'ed25519' | 'mldsa'>,
  label: string,
  message: Uint8Array,
): StatementSignature {
  const bytes = labelledMessage(label, message);
  const random = randomBytes(ML_DSA_65_SIGN_RANDOM_BYTES);
  return {
    signature_ed25519: encodeBase64Url(ed25519.sign(signer.ed25519.seed, bytes)),
    signature_mldsa65: encodeBase64Url(mlDsa65Sign(signer.mldsa.seed, bytes, random)),
  };
}

/** Verifies a signed statement: both signatures must be valid. */
export function verifyStatement(
  keys: Pick<PrincipalPublicKeys, 'ed25519' | 'mldsa65'>,
  label: string,
  message: Uint8Array,
  signature: StatementSignature,
): boolean {
  const bytes = labelledMessage(label, message);
  try {
    return (
      ed25519.verify(keys.ed25519, bytes, decodeBase64Url(signature.signature_ed25519)) &&
      mlDsa65Verify(keys.mldsa65, bytes, decodeBase64Url(signature.signature_mldsa65))
    );
  } catch (error) {
    if (error instanceof CryptoError) return false;
    throw error;
  }
}
