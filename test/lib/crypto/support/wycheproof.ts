/** Reads published Wycheproof files. A file without cases is an error, never a silent pass. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../vectors/wycheproof/', import.meta.url);

interface VectorBase {
  readonly tcId: number;
  readonly comment?: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly flags: readonly string[];
}

export interface AeadVector extends VectorBase {
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
}

export interface HkdfVector extends VectorBase {
  readonly ikm: string;
  readonly salt: string;
  readonly info: string;
  readonly size: number;
  readonly okm: string;
}

export interface X25519Vector extends VectorBase {
  readonly public: string;
  readonly private: string;
  readonly shared: string;
}

export interface EncapsulationVector extends VectorBase {
  readonly ek: string;
  readonly m: string;
  readonly c: string;
  readonly K: string;
}

export interface DecapsulationVector extends VectorBase {
  readonly seed: string;
  readonly ek?: string;
  readonly c: string;
  readonly K: string;
}

export interface SignatureVector extends VectorBase {
  /** Public key of the group. */
  readonly publicKey: string;
  readonly msg: string;
  readonly ctx?: string;
  readonly sig: string;
}

export interface StreamVector extends VectorBase {
  readonly key: string;
  readonly ctx: string;
  /** Ciphertext, compressed by zlib. */
  readonly ct: string;
  readonly aeadKey?: string;
  readonly baseNonce?: string;
  readonly msgLength?: number;
  readonly msgSha512?: string;
}

interface VectorFiles {
  readonly 'aes_gcm_test.json': AeadVector;
  readonly 'hkdf_sha256_test.json': HkdfVector;
  readonly 'hkdf_sha512_test.json': HkdfVector;
  readonly 'x25519_test.json': X25519Vector;
  readonly 'mlkem_768_encaps_test.json': EncapsulationVector;
  readonly 'mlkem_768_test.json': DecapsulationVector;
  readonly 'mldsa_65_verify_test.json': SignatureVector;
  readonly 'c2sp_chunked_encryption_aes_256_gcm_test.json': StreamVector;
}

export type VectorFile = keyof VectorFiles;

export function vectorFilesOnDisk(): string[] {
  return readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
}

/** Returns every case of the file. @throws Error if there are none, or fewer than the file announces. */
export function readVectors<F extends VectorFile>(file: F): VectorFiles[F][] {
  const parsed: { numberOfTests: number; testGroups: { tests: VectorFiles[F][]; publicKey?: unknown }[] } =
    JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const tests = parsed.testGroups.flatMap(({ tests, publicKey }) =>
    tests.map((each) => ({ publicKey, ...each })),
  );
  if (tests.length === 0 || tests.length !== parsed.numberOfTests)
    throw new Error(`${file} has no whole set of cases`);
  return tests;
}
