/** Runs every published Wycheproof vector through our wrappers, on both engines if there are two. */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { MAX_NONCE_BYTES, MIN_NONCE_BYTES, TAG_BYTES } from '#crypto/hazmat/aes-gcm.ts';
import { type HashName, hkdf } from '#crypto/hazmat/hkdf.ts';
import { hasNativeMlDsa, nativeMlDsa65Verify, nobleMlDsa65Verify } from '#crypto/hazmat/ml-dsa-65.ts';
import { hasNativeMlKem, nativeMlKem768, nobleMlKem768 } from '#crypto/hazmat/ml-kem-768.ts';
import { type Engine, nativeEngine, nobleEngine } from '#crypto/hazmat/symmetric-engine.ts';
import { nativeX25519, nobleX25519 } from '#crypto/hazmat/x25519.ts';
import {
  chunkOffset,
  createStreamOpener,
  deriveStreamKeys,
  HEADER_BYTES,
  lastChunk,
  SEALED_CHUNK_BYTES,
} from '#crypto/sealing/file-stream.ts';
import {
  type AeadVector,
  type HkdfVector,
  readVectors,
  type StreamVector,
  type VectorFile,
  vectorFilesOnDisk,
} from '#test/lib/crypto/support/wycheproof.ts';
import { onlyWhere } from '#test/support/left-out.ts';

const ENGINES = [nativeEngine, nobleEngine];
const opened = new Set<string>();

function vectors<F extends VectorFile>(file: F) {
  opened.add(file);
  return readVectors(file);
}

/** Returns the numbers of failing cases, to find them in the file. */
function failures<V extends { tcId: number }>(all: readonly V[], holds: (vector: V) => boolean): number[] {
  return all.filter((vector) => !holds(vector)).map((vector) => vector.tcId);
}

/** Returns the result, or undefined if the call throws. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Valid cases with nonces of 1, 2, 4, 6 or 257 bytes, which our wrapper refuses on both engines. */
function isRefusedNonce(nonce: Uint8Array): boolean {
  return nonce.length < MIN_NONCE_BYTES || nonce.length > MAX_NONCE_BYTES;
}

function gcmHolds(engine: Engine, vector: AeadVector): boolean {
  const nonce = decodeHex(vector.iv);
  const aad = decodeHex(vector.aad);
  const message = decodeHex(vector.msg);
  const sealed = decodeHex(vector.ct + vector.tag);
  const plaintext = new Uint8Array(sealed.length - TAG_BYTES).fill(0xee);
  const verdict = attempt(() => engine.aesGcm(decodeHex(vector.key)).openInto(plaintext, nonce, sealed, aad));
  const opened = attempt(() => engine.aesGcm(decodeHex(vector.key)).open(nonce, sealed, aad));
  if (Buffer.isBuffer(opened)) return false;
  if ((opened !== undefined) !== (verdict === true) || (opened && !equalBytes(opened, message))) return false;
  if (vector.result !== 'valid' || isRefusedNonce(nonce))
    return verdict !== true && plaintext.every((byte) => byte === (verdict === false ? 0 : 0xee));
  const target = new Uint8Array(sealed.length);
  engine.aesGcm(decodeHex(vector.key)).sealInto(target, nonce, message, aad);
  return verdict === true && equalBytes(plaintext, message) && equalBytes(target, sealed);
}

function hkdfHolds(engine: Engine, hash: HashName, vector: HkdfVector): boolean {
  const okm = attempt(() =>
    hkdf(
      engine.hmac,
      hash,
      decodeHex(vector.ikm),
      decodeHex(vector.salt),
      decodeHex(vector.info),
      vector.size,
    ),
  );
  return vector.result === 'valid' ? okm !== undefined && encodeHex(okm) === vector.okm : okm === undefined;
}

/** Opens chunk by chunk until one is refused. Undefined if the header is refused. */
function openStream(
  engine: Engine,
  vector: StreamVector,
): { content: Uint8Array; whole: boolean } | undefined {
  const sealed = inflateSync(decodeHex(vector.ct));
  const opener = attempt(() =>
    createStreamOpener(
      decodeHex(vector.key),
      decodeHex(vector.ctx),
      sealed.subarray(0, HEADER_BYTES),
      engine,
    ),
  );
  if (opener === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for (let index = 0; ; index += 1) {
    const chunk = sealed.subarray(chunkOffset(index), chunkOffset(index + 1));
    const isLast = chunk.length < SEALED_CHUNK_BYTES;
    const plain = attempt(() => opener.openChunk(index, chunk, isLast));
    if (plain !== undefined) chunks.push(plain);
    if (plain === undefined || isLast) return { content: concatBytes(...chunks), whole: plain !== undefined };
  }
}

function streamHolds(engine: Engine, vector: StreamVector): boolean {
  const stream = openStream(engine, vector);
  if (vector.flags.includes('HeaderFailure')) return stream === undefined;
  if (stream === undefined || stream.whole !== (vector.result === 'valid')) return false;
  if (vector.msgSha512 === undefined) return stream.content.length === 0;
  const digest = createHash('sha512').update(stream.content).digest('hex');
  return stream.content.length === vector.msgLength && digest === vector.msgSha512;
}

function streamKeysHold(engine: Engine, vector: StreamVector): boolean {
  const salt = inflateSync(decodeHex(vector.ct)).subarray(0, 24);
  const keys = deriveStreamKeys(decodeHex(vector.key), salt, decodeHex(vector.ctx), engine);
  return encodeHex(keys.aeadKey) === vector.aeadKey && encodeHex(keys.baseNonce) === vector.baseNonce;
}

/** Checks that reading the last chunk first succeeds exactly if the file says it is genuine. */
function finalChunkHolds(engine: Engine, vector: StreamVector): boolean {
  const sealed = inflateSync(decodeHex(vector.ct));
  const genuine = attempt(() => {
    const { index, offset } = lastChunk(sealed.length);
    const header = sealed.subarray(0, HEADER_BYTES);
    const opener = createStreamOpener(decodeHex(vector.key), decodeHex(vector.ctx), header, engine);
    return opener.openChunk(index, sealed.subarray(offset), true);
  });
  return (genuine !== undefined) === (vector.result === 'valid' || vector.flags.includes('ValidFinalChunk'));
}

describe.each(ENGINES)('Wycheproof on $name', (engine) => {
  test('AES-GCM: every case opens, or is refused, as it should', () => {
    const all = vectors('aes_gcm_test.json');
    expect(failures(all, (vector) => gcmHolds(engine, vector))).toEqual([]);
  });

  test('AES-GCM: the 27 valid cases with odd nonces are the only ones the wrapper narrows away', () => {
    const odd = vectors('aes_gcm_test.json').filter(
      (vector) => vector.result === 'valid' && isRefusedNonce(decodeHex(vector.iv)),
    );
    expect([...new Set(odd.map((vector) => vector.iv.length / 2))].sort((a, b) => a - b)).toEqual([
      1, 2, 4, 6, 257,
    ]);
    expect(odd).toHaveLength(27);
  });

  test.each(['sha256', 'sha512'] as const)('HKDF over %s: every case', (hash) => {
    const all = vectors(`hkdf_${hash}_test.json`);
    expect(failures(all, (vector) => hkdfHolds(engine, hash, vector))).toEqual([]);
  });

  test('Cobblestone-256: every case opens exactly as far as it should', () => {
    const all = vectors('c2sp_chunked_encryption_aes_256_gcm_test.json');
    expect(failures(all, (vector) => streamHolds(engine, vector))).toEqual([]);
  });

  test('Cobblestone-256: the derived keys are the published ones', () => {
    const all = vectors('c2sp_chunked_encryption_aes_256_gcm_test.json').filter((vector) => vector.aeadKey);
    expect(all.length).toBeGreaterThan(20);
    expect(failures(all, (vector) => streamKeysHold(engine, vector))).toEqual([]);
  });

  test('Cobblestone-256: the last chunk alone fixes the length only where it is genuine', () => {
    const all = vectors('c2sp_chunked_encryption_aes_256_gcm_test.json');
    expect(failures(all, (vector) => finalChunkHolds(engine, vector))).toEqual([]);
  });
});

describe.each([
  ['node:crypto', nativeX25519],
  ['noble', nobleX25519],
] as const)('Wycheproof X25519 on %s', (_name, x25519) => {
  test('every case, and no shared secret of zeros is ever given out', () => {
    const wrong = failures(vectors('x25519_test.json'), (vector) => {
      const shared = attempt(() => x25519(decodeHex(vector.private), decodeHex(vector.public)));
      if (vector.flags.includes('ZeroSharedSecret')) return shared === undefined;
      return shared !== undefined && encodeHex(shared) === vector.shared;
    });
    expect(wrong).toEqual([]);
  });
});

describe('Wycheproof ML-KEM-768', () => {
  test('noble encapsulates to the published secret and refuses every malformed key', () => {
    const wrong = failures(vectors('mlkem_768_encaps_test.json'), (vector) => {
      const answer = attempt(() => nobleMlKem768.encapsulate(decodeHex(vector.ek), decodeHex(vector.m)));
      if (vector.result !== 'valid') return answer === undefined;
      return (
        answer !== undefined &&
        encodeHex(answer.sharedSecret) === vector.K &&
        encodeHex(answer.encapsulation) === vector.c
      );
    });
    expect(wrong).toEqual([]);
  });

  test('noble decapsulates to the published secret', () => {
    const wrong = failures(vectors('mlkem_768_test.json'), (vector) => {
      const seed = decodeHex(vector.seed);
      const shared = attempt(() => nobleMlKem768.decapsulate(seed, decodeHex(vector.c)));
      if (vector.result !== 'valid') return shared === undefined;
      return (
        shared !== undefined &&
        encodeHex(shared) === vector.K &&
        encodeHex(nobleMlKem768.deriveEncapsulationKey(seed)) === vector.ek
      );
    });
    expect(wrong).toEqual([]);
  });

  test(
    'node:crypto accepts and refuses the same encapsulation keys',
    onlyWhere(hasNativeMlKem(), 'this Node has no ML-KEM of its own'),
    () => {
      const wrong = failures(vectors('mlkem_768_encaps_test.json'), (vector) => {
        const answer = attempt(() => nativeMlKem768.encapsulate(decodeHex(vector.ek)));
        return vector.result === 'valid' ? answer?.sharedSecret.length === 32 : answer === undefined;
      });
      expect(wrong).toEqual([]);
    },
  );

  test(
    'node:crypto decapsulates to the published secret',
    onlyWhere(hasNativeMlKem(), 'this Node has no ML-KEM of its own'),
    () => {
      const wrong = failures(vectors('mlkem_768_test.json'), (vector) => {
        const seed = decodeHex(vector.seed);
        const shared = attempt(() => nativeMlKem768.decapsulate(seed, decodeHex(vector.c)));
        if (vector.result !== 'valid') return shared === undefined;
        return (
          shared !== undefined &&
          encodeHex(shared) === vector.K &&
          encodeHex(nativeMlKem768.deriveEncapsulationKey(seed)) === vector.ek
        );
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe.each([
  ['noble', nobleMlDsa65Verify, true],
  ['node:crypto', nativeMlDsa65Verify, hasNativeMlDsa()],
] as const)('Wycheproof ML-DSA-65 on %s', (_name, verify, isThere) => {
  test(
    'every signature is judged as published; one made for a context is none of ours',
    onlyWhere(isThere, 'this Node has no ML-DSA of its own'),
    () => {
      const wrong = failures(vectors('mldsa_65_verify_test.json'), ({ publicKey, msg, sig, ctx, result }) => {
        const isValid = verify(decodeHex(publicKey), decodeHex(msg), decodeHex(sig));
        return isValid === (result === 'valid' && !ctx);
      });
      expect(wrong).toEqual([]);
    },
  );

  test('a key with a byte more is none', onlyWhere(isThere, 'this Node has no ML-DSA of its own'), () => {
    const [valid] = vectors('mldsa_65_verify_test.json').filter(
      ({ result, ctx }) => result === 'valid' && !ctx,
    );
    if (valid === undefined) throw new Error('no valid case');
    const [message, signature] = [decodeHex(valid.msg), decodeHex(valid.sig)];
    expect(verify(decodeHex(valid.publicKey), message, signature)).toBe(true);
    expect(verify(decodeHex(`${valid.publicKey}00`), message, signature)).toBe(false);
  });
});

describe('the vector files', () => {
  test('every file on disk is opened by a test above', () => {
    expect([...opened].sort()).toEqual(vectorFilesOnDisk().sort());
  });

  test('a header of the wrong length is a CryptoError', () => {
    expect(() =>
      createStreamOpener(new Uint8Array(32).fill(1), new Uint8Array(0), new Uint8Array(55)),
    ).toThrow(CryptoError);
  });
});
