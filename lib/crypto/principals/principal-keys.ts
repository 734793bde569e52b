/**
 * A principal's own keys: X-Wing to receive group keys, Ed25519 and ML-DSA-65 to sign membership records.
 * The 32-byte seeds are sealed under the principal's key (PK) together with a fingerprint of the public keys
 * and the workspace's trust root. So a writer of the database can replace neither. Source: sealing design B3.
 */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { cloneSecret, equalBytes, fromUtf8, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { ed25519 } from '#crypto/hazmat/ed25519.ts';
import { deriveMlDsa65PublicKey, ML_DSA_65_PUBLIC_KEY_BYTES } from '#crypto/hazmat/ml-dsa-65.ts';
import { deriveXWingPublicKey, X_WING_PUBLIC_KEY_BYTES } from '#crypto/hazmat/x-wing.ts';
import { generatePrincipalKey, KEY_BYTES, type PrincipalKey } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { redacted } from '#crypto/redacted.ts';
import { seedContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import { sha256 } from '#crypto/sha256.ts';
import { readTlv, TlvWriter } from '#crypto/tlv.ts';
import { fingerprintBytes } from './fingerprint-bytes.ts';

export interface PrincipalPublicKeys {
  /** Public key of X-Wing, 1216 bytes. */
  readonly kem: Uint8Array;
  /** Public key of Ed25519, 32 bytes. */
  readonly ed25519: Uint8Array;
  /** Public key of ML-DSA-65, 1952 bytes. */
  readonly mldsa65: Uint8Array;
}

/** The founder's verification keys; every membership list must begin with a record they signed. */
export interface TrustRoot {
  readonly workspace_id: WorkspaceId;
  readonly ed25519: Uint8Array;
  readonly mldsa65: Uint8Array;
}

interface SigningKey {
  readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
}

export interface PrincipalSecrets {
  readonly principal_id: PrincipalId;
  readonly principalKey: PrincipalKey;
  readonly kemSeed: Uint8Array;
  readonly kemPublicKey: Uint8Array;
  readonly ed25519: SigningKey;
  readonly mldsa: SigningKey;
  readonly trust: TrustRoot;
}

export interface PrincipalIds {
  readonly workspace_id: WorkspaceId;
  readonly principal_id: PrincipalId;
}

export interface GeneratedPrincipal {
  readonly secrets: PrincipalSecrets;
  readonly publicKeys: PrincipalPublicKeys;
  /** Packed envelope under the principal's key. */
  readonly sealedSeeds: Uint8Array;
}

const TAG = {
  kem_seed: 5,
  ed25519_seed: 6,
  mldsa65_seed: 7,
  fingerprint: 8,
  trust_workspace_id: 9,
  trust_ed25519: 10,
  trust_mldsa65: 11,
} as const;

const SEED_TAGS = [
  TAG.kem_seed,
  TAG.ed25519_seed,
  TAG.mldsa65_seed,
  TAG.fingerprint,
  TAG.trust_workspace_id,
  TAG.trust_ed25519,
  TAG.trust_mldsa65,
];

/** Checks the lengths of public keys. @throws CryptoError when a key has the wrong length. */
export function assertPublicKeys({ kem, ed25519: signing, mldsa65 }: PrincipalPublicKeys): void {
  const ok =
    kem.length === X_WING_PUBLIC_KEY_BYTES &&
    signing.length === KEY_BYTES &&
    mldsa65.length === ML_DSA_65_PUBLIC_KEY_BYTES;
  if (!ok) throw new CryptoError();
}

/** 32 bytes over all three public keys. */
export function fingerprint(publicKeys: PrincipalPublicKeys): Uint8Array {
  assertPublicKeys(publicKeys);
  return sha256(fingerprintBytes(publicKeys));
}

export function publicKeysOf(secrets: PrincipalSecrets): PrincipalPublicKeys {
  return { kem: secrets.kemPublicKey, ed25519: secrets.ed25519.publicKey, mldsa65: secrets.mldsa.publicKey };
}

function sealSeeds(secrets: PrincipalSecrets, ids: PrincipalIds): Uint8Array {
  const { trust } = secrets;
  const plaintext = new TlvWriter()
    .field(TAG.kem_seed, secrets.kemSeed)
    .field(TAG.ed25519_seed, secrets.ed25519.seed)
    .field(TAG.mldsa65_seed, secrets.mldsa.seed)
    .field(TAG.fingerprint, fingerprint(publicKeysOf(secrets)))
    .field(TAG.trust_workspace_id, trust.workspace_id)
    .field(TAG.trust_ed25519, trust.ed25519)
    .field(TAG.trust_mldsa65, trust.mldsa65)
    .bytes();
  const sealed = sealPacked(secrets.principalKey, plaintext, seedContext(ids), 1);
  wipe(plaintext);
  return sealed;
}

/** `trustRoot` null makes a founder, who pins its own keys. The caller wraps `secrets.principalKey` next. */
export function generatePrincipal({
  trustRoot,
  ...ids
}: PrincipalIds & { readonly trustRoot: TrustRoot | null }): GeneratedPrincipal {
  const kemSeed = randomBytes(KEY_BYTES);
  const ed25519Seed = randomBytes(KEY_BYTES);
  const mldsaSeed = randomBytes(KEY_BYTES);
  const publicKeys: PrincipalPublicKeys = {
    kem: deriveXWingPublicKey(kemSeed),
    ed25519: ed25519.derivePublicKey(ed25519Seed),
    mldsa65: deriveMlDsa65PublicKey(mldsaSeed),
  };
  const secrets = redacted<PrincipalSecrets>({
    principal_id: ids.principal_id,
    principalKey: generatePrincipalKey(),
    kemSeed,
    kemPublicKey: publicKeys.kem,
    ed25519: redacted({ seed: ed25519Seed, publicKey: publicKeys.ed25519 }),
    mldsa: redacted({ seed: mldsaSeed, publicKey: publicKeys.mldsa65 }),
    trust: trustRoot ?? {
      workspace_id: ids.workspace_id,
      ed25519: publicKeys.ed25519,
      mldsa65: publicKeys.mldsa65,
    },
  });
  return { secrets, publicKeys, sealedSeeds: sealSeeds(secrets, ids) };
}

/**
 * Takes ownership of `pk`: it is wiped with the secrets.
 * @throws CryptoError unless the seeds open under `pk`, the public keys are those they were sealed with, and the trust
 * root belongs to this workspace.
 */
export function openPrincipal(
  pk: PrincipalKey,
  sealedSeeds: Uint8Array,
  { publicKeys, ...ids }: PrincipalIds & { readonly publicKeys: PrincipalPublicKeys },
): PrincipalSecrets {
  const values = readSeeds(openPacked(pk, sealedSeeds, seedContext(ids)));
  try {
    return secretsOf(pk, values, publicKeys, ids);
  } catch (error) {
    wipe(...values);
    throw error;
  }
}

/** Copies the seeds and wipes their source. */
function readSeeds(plaintext: Uint8Array): Uint8Array[] {
  try {
    return readTlv(plaintext, SEED_TAGS).map(cloneSecret);
  } finally {
    wipe(plaintext);
  }
}

function secretsOf(
  pk: PrincipalKey,
  values: readonly Uint8Array[],
  publicKeys: PrincipalPublicKeys,
  ids: PrincipalIds,
): PrincipalSecrets {
  const [kemSeed, ed25519Seed, mldsaSeed, sealedFingerprint, workspaceId, trustEd25519, trustMldsa65] =
    values;
  if (
    !kemSeed ||
    !ed25519Seed ||
    !mldsaSeed ||
    !sealedFingerprint ||
    !workspaceId ||
    !trustEd25519 ||
    !trustMldsa65
  ) {
    throw new CryptoError();
  }
  const trust = { workspace_id: ids.workspace_id, ed25519: trustEd25519, mldsa65: trustMldsa65 };
  if (!equalBytes(fingerprint(publicKeys), sealedFingerprint) || fromUtf8(workspaceId) !== ids.workspace_id) {
    throw new CryptoError();
  }
  return redacted<PrincipalSecrets>({
    principal_id: ids.principal_id,
    principalKey: pk,
    kemSeed,
    kemPublicKey: publicKeys.kem,
    ed25519: redacted({ seed: ed25519Seed, publicKey: publicKeys.ed25519 }),
    mldsa: redacted({ seed: mldsaSeed, publicKey: publicKeys.mldsa65 }),
    trust,
  });
}

/** Call at lock: makes the principal's secrets unusable. */
export function wipePrincipal(secrets: PrincipalSecrets): void {
  wipe(secrets.principalKey, secrets.kemSeed, secrets.ed25519.seed, secrets.mldsa.seed);
}
