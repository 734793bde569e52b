import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import {
  argon2idEngine,
  nativeArgon2id,
  nobleArgon2id,
  provesArgon2id,
  slicedArgon2id,
} from '#crypto/hazmat/argon2/argon2id.ts';
import { type Ed25519, nativeEd25519, nobleEd25519, provesEd25519 } from '#crypto/hazmat/ed25519.ts';
import { mlDsa65Verify } from '#crypto/hazmat/ml-dsa-65.ts';
import { randomBytes } from '#crypto/random.ts';
import { redacted, Secret } from '#crypto/redacted.ts';
import { runSelfTest } from '#crypto/self-test.ts';

describe('runSelfTest', () => {
  test('passes in this runtime', async () => {
    await expect(runSelfTest()).resolves.toBeUndefined();
  });
});

describe('Argon2id engines', () => {
  test.each([
    ['node:crypto', nativeArgon2id],
    ['noble in a worker', nobleArgon2id],
    ['noble in slices', slicedArgon2id],
  ])('%s gives the published answer', async (_name, engine) => {
    expect(await provesArgon2id(engine)).toBe(true);
  });

  test('an engine that is wrong or throws proves nothing', async () => {
    expect(await provesArgon2id(async () => new Uint8Array(32))).toBe(false);
    expect(await provesArgon2id(() => Promise.reject(new Error('absent')))).toBe(false);
  });

  test('is chosen once, and the native one is asked here', async () => {
    const native = vi.spyOn(nodeCrypto, 'argon2');
    syncBuiltinESMExports();
    onTestFinished(() => {
      native.mockRestore();
      syncBuiltinESMExports();
    });
    const engine = await argon2idEngine();
    native.mockClear();
    await engine({
      password: randomBytes(20),
      salt: randomBytes(16),
      params: { m: 32, t: 1, p: 1 },
      length: 32,
    });
    expect(native).toHaveBeenCalledOnce();
    expect(argon2idEngine()).toBe(argon2idEngine());
  });

  test('agree on the parameters the product uses', async () => {
    const input = {
      password: randomBytes(20),
      salt: randomBytes(16),
      params: { m: 65_536, t: 3, p: 4 },
      length: 32,
    };
    expect(equalBytes(await nativeArgon2id(input), await nobleArgon2id(input))).toBe(true);
  });
});

describe('Ed25519 engines', () => {
  test('both give the published answer, and each other’s', () => {
    const [seed, message] = [randomBytes(32), randomBytes(50)];
    for (const engine of [nativeEd25519, nobleEd25519]) expect(provesEd25519(engine)).toBe(true);
    expect(equalBytes(nativeEd25519.sign(seed, message), nobleEd25519.sign(seed, message))).toBe(true);
    expect(equalBytes(nativeEd25519.derivePublicKey(seed), nobleEd25519.derivePublicKey(seed))).toBe(true);
  });

  test('an engine that accepts everything proves nothing', () => {
    const careless: Ed25519 = { ...nativeEd25519, verify: () => true };
    expect(provesEd25519(careless)).toBe(false);
  });

  test.each([nativeEd25519, nobleEd25519])('malformed keys and signatures are simply not valid', (engine) => {
    expect(engine.verify(new Uint8Array(31), randomBytes(5), new Uint8Array(64))).toBe(false);
    expect(engine.verify(randomBytes(32), randomBytes(5), new Uint8Array(3))).toBe(false);
    expect(mlDsa65Verify(new Uint8Array(3), randomBytes(5), new Uint8Array(3))).toBe(false);
  });
});

describe('redacted', () => {
  test('a Secret prints nothing and is gone after dispose', () => {
    const bytes = randomBytes(32);
    const secret = new Secret(bytes);
    expect(secret.value).toBe(bytes);
    expect([inspect(secret), JSON.stringify(secret), `${secret}`]).toEqual([
      '[redacted]',
      '"[redacted]"',
      '[redacted]',
    ]);
    secret.dispose();
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    expect(() => secret.value).toThrow(CryptoError);
  });

  test('an object keeps its properties but cannot be changed', () => {
    const holder = redacted({ key: 'k' });
    expect(holder.key).toBe('k');
    expect(Object.isFrozen(holder)).toBe(true);
    expect(inspect({ holder })).toBe('{ holder: [redacted] }');
  });
});
