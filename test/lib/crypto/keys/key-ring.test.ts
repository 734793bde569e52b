import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { KeyRing } from '#crypto/keys/key-ring.ts';
import { generateDek, generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import type { PreparedOpen } from '#crypto/sealing/seal-subkey.ts';
import { idOf } from '#test/support/ids.ts';

function ringWith(...generations: number[]) {
  const ring = new KeyRing(3);
  const keys = generations.map((generation) => {
    const key = generateGroupKey();
    ring.setGroupKey(idOf('g'), generation, key);
    return key;
  });
  return { ring, keys };
}

describe('KeyRing group keys', () => {
  test('the current key is that of the highest generation, in whatever order they came', () => {
    const { ring, keys } = ringWith(2, 10, 9);
    expect(ring.currentGroupKey(idOf('g'))).toEqual({ generation: 10, key: keys[1] });
    expect(ring.groupKey(idOf('g'), 2)).toBe(keys[0]);
  });

  test('a generation the group cannot have is a CryptoError; while it rotates, one the ring was never given', () => {
    const { ring } = ringWith(1);
    expect(() => ring.groupKey(idOf('g'), 2)).toThrow(CryptoError);
    expect(() => ring.subkeys(idOf('g'), 0)).toThrow(CryptoError);
    const newcomer = new KeyRing(3, (group) => group === 'g');
    newcomer.setGroupKey(idOf('g'), 2, generateGroupKey());
    expect(() => newcomer.groupKey(idOf('g'), 1)).toThrow(VaultError);
  });

  test('one generation given twice keeps the key that is held; another in its place wipes it', () => {
    const { ring, keys } = ringWith(1);
    const again = parseGroupKey(Uint8Array.from(keys[0] ?? []));
    const isZero = (key: Uint8Array | undefined) => key?.every((byte) => byte === 0);
    ring.setGroupKey(idOf('g'), 1, again);
    expect(ring.groupKey(idOf('g'), 1)).toBe(keys[0]);
    expect([isZero(keys[0]), isZero(again)]).toEqual([false, true]);
    const other = generateGroupKey();
    ring.setGroupKey(idOf('g'), 1, other);
    expect(ring.groupKey(idOf('g'), 1)).toBe(other);
    expect(isZero(keys[0])).toBe(true);
  });

  test('an unknown group is group_key_unavailable', () => {
    const { ring } = ringWith(1);
    for (const ask of [() => ring.currentGroupKey(idOf('h')), () => ring.subkeys(idOf('h'), 1)]) {
      expect(ask).toThrow(expect.objectContaining({ name: 'VaultError', code: 'group_key_unavailable' }));
    }
    expect(ring.hasGroupKey(idOf('h'))).toBe(false);
  });

  test('subkeys are derived once', () => {
    const { ring } = ringWith(1);
    expect(ring.subkeys(idOf('g'), 1)).toBe(ring.subkeys(idOf('g'), 1));
  });

  test('after a rotation old generations can be dropped, and are wiped', () => {
    const { ring, keys } = ringWith(1, 2);
    ring.forgetGenerationsBefore(idOf('g'), 2);
    expect(() => ring.groupKey(idOf('g'), 1)).toThrow(CryptoError);
    expect(ring.currentGroupKey(idOf('g')).generation).toBe(2);
    expect(keys[0]?.every((byte) => byte === 0)).toBe(true);
  });
});

describe('KeyRing.dek', () => {
  test('unwraps once per object', () => {
    const { ring } = ringWith(1);
    const packed = randomBytes(126);
    const first = ring.dek('d', 1, packed, generateDek);
    expect(ring.dek('d', 1, Uint8Array.from(packed), generateDek)).toBe(first);
  });

  test('unwraps anew when the wrap or its generation is another', () => {
    const { ring } = ringWith(1);
    const packed = randomBytes(126);
    const first = ring.dek('d', 1, packed, generateDek);
    const second = ring.dek('d', 2, packed, generateDek);
    expect(second).not.toBe(first);
    expect(ring.dek('d', 2, randomBytes(126), generateDek)).not.toBe(second);
  });

  test('keeps the most recently used, and never wipes what a caller may still hold', () => {
    const { ring } = ringWith(1);
    const packed = randomBytes(126);
    const [a, b] = ['a', 'b', 'c'].map((id) => ring.dek(id, 1, packed, generateDek));
    ring.dek('a', 1, packed, generateDek);
    ring.dek('d', 1, packed, generateDek);
    expect(ring.dek('a', 1, packed, generateDek)).toBe(a);
    expect(ring.dek('b', 1, packed, generateDek)).not.toBe(b);
    expect(b?.some((byte) => byte !== 0)).toBe(true);
  });

  test('wipes what left it once nobody holds it any more', async () => {
    const { ring } = ringWith(1);
    const bytes: Uint8Array[] = [];
    const unwrap = () => {
      const dek = generateDek();
      bytes.push(new Uint8Array(dek.buffer));
      return dek;
    };
    for (const id of ['a', 'b', 'c', 'd', 'e']) ring.dek(id, 1, randomBytes(126), unwrap);
    ring.dek('e', 2, randomBytes(126), unwrap);
    ring.forgetDek('d');
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
    const isZero = (key: Uint8Array) => key.every((byte) => byte === 0);
    await expect
      .poll(() => {
        gc();
        return bytes.map(isZero);
      })
      .toEqual([true, true, false, true, true, false]);
    expect(ring.dek('c', 1, randomBytes(126), generateDek)).toHaveLength(32);
  });

  test('a failed unwrap is not remembered', () => {
    const { ring } = ringWith(1);
    const failing = () => {
      throw new Error('no');
    };
    expect(() => ring.dek('d', 1, randomBytes(126), failing)).toThrow('no');
    expect(ring.dek('d', 1, randomBytes(126), generateDek)).toHaveLength(32);
  });

  test('forgetDek forgets', () => {
    const { ring } = ringWith(1);
    const packed = randomBytes(126);
    const first = ring.dek('d', 1, packed, generateDek);
    ring.forgetDek('d');
    expect(ring.dek('d', 1, packed, generateDek)).not.toBe(first);
  });
});

describe('KeyRing.opening', () => {
  const version = {};
  const opening = (): PreparedOpen => ({
    subkey: randomBytes(32),
    nonce: randomBytes(12),
    body: randomBytes(33),
    aad: randomBytes(32),
  });
  const isZero = ({ subkey }: PreparedOpen) => subkey.every((byte) => byte === 0);

  /** Returns a key ring with the DEK of `d`, and its derived keys. */
  function ringWithDek() {
    const { ring } = ringWith(1);
    const packed = randomBytes(126);
    const dek = ring.dek('d', 1, packed, generateDek);
    return { ring, packed, dek, open: (...from: unknown[]) => ring.opening('d', dek, from, opening) };
  }

  test('is derived once from the same', () => {
    const { open } = ringWithDek();
    const first = open(version, 'g');
    expect(open(version, 'g')).toBe(first);
    expect(isZero(first)).toBe(false);
  });

  test.each([
    ['another version', [{}, 'g']],
    ['another group', [version, 'h']],
    ['more', [version, 'g', 'more']],
    ['less', [version]],
  ])('is derived anew from %s, and what it was before is wiped', (_what, from) => {
    const { open } = ringWithDek();
    const first = open(version, 'g');
    const second = open(...from);
    expect(second).not.toBe(first);
    expect([isZero(first), isZero(second)]).toEqual([true, false]);
    expect(open(...from)).toBe(second);
  });

  test('is of one DEK: under another nothing that was kept is given', () => {
    const { ring, packed, dek, open } = ringWithDek();
    const first = open(version);
    ring.forgetDek('d');
    expect(isZero(first)).toBe(true);
    const other = ring.dek('d', 1, packed, generateDek);
    const held = ring.opening('d', other, [version], opening);
    expect(ring.opening('d', dek, [version], opening)).not.toBe(held);
    expect(ring.opening('d', other, [version], opening)).toBe(held);
  });

  test('is wiped with a DEK that makes room, is wrapped anew, or goes with the ring', () => {
    const { ring, open } = ringWithDek();
    const pushedOut = open(version);
    for (const id of ['a', 'b', 'e', 'f', 'c']) ring.dek(id, 1, randomBytes(126), generateDek);
    const again = ring.dek('c', 2, randomBytes(126), generateDek);
    const rewrapped = ring.opening('c', again, [version], opening);
    const third = ring.dek('c', 3, randomBytes(126), generateDek);
    const last = ring.opening('c', third, [version], opening);
    expect([pushedOut, rewrapped, last].map(isZero)).toEqual([true, true, false]);
    ring.wipe();
    expect(isZero(last)).toBe(true);
  });

  test('that cannot be derived leaves what was there', () => {
    const { ring, dek, open } = ringWithDek();
    const first = open(version);
    const failing = () => {
      throw new CryptoError();
    };
    expect(() => ring.opening('d', dek, [{}], failing)).toThrow(CryptoError);
    expect(open(version)).toBe(first);
  });
});

describe('KeyRing.wipe', () => {
  test('leaves zeros behind and holds nothing', () => {
    const { ring, keys } = ringWith(1, 2);
    const subkey = ring.subkeys(idOf('g'), 2).rowMacKey;
    const dek = ring.dek('d', 1, randomBytes(126), generateDek);
    ring.wipe();
    const zeros = new Uint8Array(32);
    for (const key of [...keys, subkey, dek]) expect(equalBytes(key, zeros)).toBe(true);
    expect(ring.hasGroupKey(idOf('g'))).toBe(false);
  });

  test('the ring prints no key', () => {
    const { ring, keys } = ringWith(1);
    const printed = inspect(ring, { depth: 9, showHidden: true }) + JSON.stringify(ring);
    expect(printed).not.toContain(String(keys[0]?.join(', ')));
    expect(printed).not.toContain('Uint8Array');
  });
});
