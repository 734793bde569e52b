import { describe, expect, test } from 'vitest';
import { generateRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { sealFigure } from '#paper/seal-figure.ts';
import { passphraseStrength } from '#renderer/components/passphrase/passphrase-strength.ts';
import {
  groupsToTypeBack,
  normaliseGroup,
  recoveryKeyGroups,
} from '#renderer/screens/unlock/recovery/recovery-key-groups.ts';

describe('recoveryKeyGroups', () => {
  test('a key of the vault falls into its 13 groups', () => {
    const { text } = generateRecoveryKey();
    const groups = recoveryKeyGroups(text);
    expect(groups).toHaveLength(13);
    expect(groups.join('-')).toBe(text);
  });

  test('typing is read leniently', () => {
    expect(normaliseGroup(' o1l-i ')).toBe('0111');
  });
});

describe('groupsToTypeBack', () => {
  test('asks for one group of each half, the same at every drawing', () => {
    for (let round = 0; round < 50; round += 1) {
      const groups = recoveryKeyGroups(generateRecoveryKey().text);
      const [first, second] = groupsToTypeBack(groups);
      expect(first).toBeGreaterThanOrEqual(1);
      expect(first).toBeLessThanOrEqual(6);
      expect(second).toBeGreaterThan(6);
      expect(second).toBeLessThanOrEqual(13);
      expect(groupsToTypeBack(groups)).toEqual([first, second]);
    }
  });
});

describe('passphraseStrength', () => {
  test('four unrelated words are enough, a password with ornaments is not', async () => {
    expect((await passphraseStrength('copper heron seventh landing')).enough).toBe(true);
    expect((await passphraseStrength('Password1234!')).enough).toBe(false);
  });

  test('short is never enough, however wild', async () => {
    expect((await passphraseStrength('q9$Vz!7x')).enough).toBe(false);
  });

  test('a very long text is judged at once', async () => {
    expect((await passphraseStrength('wide open window '.repeat(60))).characters).toBe(1020);
  });
});

describe('sealFigure', () => {
  const hash = (byte: number) => new Uint8Array(32).fill(byte);

  test('the same id draws the same figure, another id another one', () => {
    expect(sealFigure(hash(7))).toEqual(sealFigure(hash(7)));
    expect(sealFigure(hash(7))).not.toEqual(sealFigure(hash(8)));
  });

  test('every line closes', () => {
    for (const path of sealFigure(hash(200)).bands.flat()) {
      const start = /^M([-\d.]+ [-\d.]+)Q/.exec(path)?.[1];
      expect(path.endsWith(`${start}z`)).toBe(true);
    }
  });
});
