/**
 * Known-answer tests for every primitive, run at start in this runtime: Node with OpenSSL or Electron with BoringSSL. A
 * runtime that fails one must not open a vault. Takes some tens of milliseconds.
 * Source: sealing design B1. Answers: NIST GCM test case 16; Wycheproof hkdf_sha512, tcId 58; X-Wing draft, first
 * vector; FIPS 180-4 "abc"; RFC 8032; RFC 9106. ML-DSA-65 has no short answer: round trip.
 */
import { concatBytes, decodeHex, equalBytes, utf8 } from './bytes.ts';
import { TAG_BYTES } from './hazmat/aes-gcm.ts';
import { argon2idEngine } from './hazmat/argon2/argon2id.ts';
import { ed25519, provesEd25519 } from './hazmat/ed25519.ts';
import { hkdf } from './hazmat/hkdf.ts';
import { deriveMlDsa65PublicKey, mlDsa65Sign, mlDsa65Verify } from './hazmat/ml-dsa-65.ts';
import { engine } from './hazmat/symmetric-engine.ts';
import { deriveXWingPublicKey, xWingDecapsulate, xWingEncapsulate } from './hazmat/x-wing.ts';
import { randomBytes } from './random.ts';
import { sha256 } from './sha256.ts';

const GCM = {
  key: decodeHex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'),
  nonce: decodeHex('cafebabefacedbaddecaf888'),
  aad: decodeHex('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
  plaintext: decodeHex(
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  ),
  sealed: decodeHex(
    '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
  ),
};

const HKDF = {
  ikm: decodeHex('62dc1cecc7f444d924e20e9e3cdef183b5120b1f5bf863519826fad284c883d9'),
  salt: decodeHex('1956ce69bc08e45ce86f5dca57d0723a'),
  info: decodeHex('0cf3a7823b830f3542ed7e66b47be87c47e6da99'),
  okm: decodeHex(
    '351b18c9758fc7f144fd79b81fc9871ee8a330d16a0c26c7f7f745611aeb98ef000244e07ed7b3c14f26b3cf978ec2b6afbf15b76695d3216278d7040f7a80b9',
  ),
};

const X_WING = {
  seed: decodeHex('7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26'),
  random: decodeHex(
    '3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e235b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2',
  ),
  sharedSecret: decodeHex('d2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384'),
};

function gcmWorks(): boolean {
  const sealed = new Uint8Array(GCM.sealed.length);
  const opened = new Uint8Array(GCM.plaintext.length);
  const aead = engine.aesGcm(GCM.key);
  aead.sealInto(sealed, GCM.nonce, GCM.plaintext, GCM.aad);
  const opens = aead.openInto(opened, GCM.nonce, sealed, GCM.aad);
  const plaintext = aead.open(GCM.nonce, sealed, GCM.aad);
  const forged = concatBytes(sealed);
  forged[sealed.length - TAG_BYTES] = (sealed[sealed.length - TAG_BYTES] ?? 0) ^ 1;
  const refuses =
    !aead.openInto(new Uint8Array(opened.length), GCM.nonce, forged, GCM.aad) &&
    aead.open(GCM.nonce, forged, GCM.aad) === undefined;
  const isRight = [opened, plaintext].every((bytes) => bytes && equalBytes(bytes, GCM.plaintext));
  return opens && refuses && equalBytes(sealed, GCM.sealed) && isRight;
}

function hkdfWorks(): boolean {
  const okm = hkdf(engine.hmac, 'sha512', HKDF.ikm, HKDF.salt, HKDF.info, HKDF.okm.length);
  return equalBytes(okm, HKDF.okm);
}

function sha256Works(): boolean {
  const abc = decodeHex('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  return equalBytes(sha256(utf8('abc')), abc) && equalBytes(sha256(utf8('a'), utf8('bc')), abc);
}

function xWingWorks(): boolean {
  const publicKey = deriveXWingPublicKey(X_WING.seed);
  const { sharedSecret, encapsulation } = xWingEncapsulate(publicKey, X_WING.random);
  const again = xWingDecapsulate(X_WING.seed, encapsulation);
  return equalBytes(sharedSecret, X_WING.sharedSecret) && equalBytes(again, X_WING.sharedSecret);
}

function mlDsaWorks(): boolean {
  const seed = randomBytes(32);
  const message = utf8('srv.v1/self-test');
  const publicKey = deriveMlDsa65PublicKey(seed);
  const signature = mlDsa65Sign(seed, message, randomBytes(32));
  return mlDsa65Verify(publicKey, message, signature) && !mlDsa65Verify(publicKey, utf8('other'), signature);
}

let proven: Promise<void> | undefined;

/** Runs once per process. @throws Error naming the failing primitive; nothing may be opened then. */
export function runSelfTest(): Promise<void> {
  proven ??= testEach();
  return proven;
}

async function testEach(): Promise<void> {
  // First, because a concurrent derivation runs in another thread while this one tests the rest.
  await argon2idEngine();
  const results: Readonly<Record<string, boolean>> = {
    'AES-256-GCM': gcmWorks(),
    'HKDF-SHA512': hkdfWorks(),
    'SHA-256': sha256Works(),
    'X-Wing': xWingWorks(),
    'ML-DSA-65': mlDsaWorks(),
    Ed25519: provesEd25519(ed25519),
  };
  const failed = Object.keys(results).filter((name) => !results[name]);
  if (failed.length > 0)
    throw new Error(
      `This runtime computes ${failed.join(', ')} wrongly, so no vault is opened. Install another version of Node.`,
    );
}
