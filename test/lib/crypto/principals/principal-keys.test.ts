import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generatePrincipalKey, parsePrincipalKey } from '#crypto/keys/key-types.ts';
import {
  fingerprint,
  openPrincipal,
  publicKeysOf,
  wipePrincipal,
} from '#crypto/principals/principal-keys.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';
import { newPrincipal, WORKSPACE } from '#test/lib/crypto/support/workspace.ts';
import { idOf } from '#test/support/ids.ts';

const founder = newPrincipal('founder', null);
const second = newPrincipal('second', founder.secrets.trust);
const ids = {
  workspace_id: WORKSPACE,
  principal_id: idOf<PrincipalId>('second'),
  publicKeys: second.publicKeys,
};

describe('generatePrincipal', () => {
  test('a founder pins its own keys, anyone else the founder’s', () => {
    expect(founder.secrets.trust.ed25519).toBe(founder.publicKeys.ed25519);
    expect(second.secrets.trust).toBe(founder.secrets.trust);
  });

  test('no two principals share a key', () => {
    expect(equalBytes(fingerprint(founder.publicKeys), fingerprint(second.publicKeys))).toBe(false);
    expect(equalBytes(founder.secrets.principalKey, second.secrets.principalKey)).toBe(false);
  });
});

describe('openPrincipal', () => {
  test('gives back every secret', () => {
    const opened = openPrincipal(second.secrets.principalKey, second.sealedSeeds, ids);
    expect(equalBytes(opened.kemSeed, second.secrets.kemSeed)).toBe(true);
    expect(equalBytes(opened.ed25519.seed, second.secrets.ed25519.seed)).toBe(true);
    expect(equalBytes(opened.mldsa.seed, second.secrets.mldsa.seed)).toBe(true);
    expect(equalBytes(opened.trust.mldsa65, founder.publicKeys.mldsa65)).toBe(true);
    expect(publicKeysOf(opened)).toEqual(second.publicKeys);
  });

  test('refuses another key, another principal, another workspace and changed bytes', () => {
    const pk = second.secrets.principalKey;
    expect(() => openPrincipal(generatePrincipalKey(), second.sealedSeeds, ids)).toThrow(CryptoError);
    expect(() => openPrincipal(pk, second.sealedSeeds, { ...ids, principal_id: idOf('founder') })).toThrow(
      CryptoError,
    );
    expect(() => openPrincipal(pk, second.sealedSeeds, { ...ids, workspace_id: idOf('other') })).toThrow(
      CryptoError,
    );
    expect(() => openPrincipal(pk, flipBit(second.sealedSeeds, 900), ids)).toThrow(CryptoError);
  });

  test('refuses a trust root of another workspace', () => {
    const trustRoot = { ...founder.secrets.trust, workspace_id: idOf<WorkspaceId>('other') };
    const stray = newPrincipal('second', trustRoot);
    const own = { ...ids, publicKeys: stray.publicKeys };
    expect(() => openPrincipal(stray.secrets.principalKey, stray.sealedSeeds, own)).toThrow(CryptoError);
  });

  test('refuses public keys that were swapped in the database, each of the three', () => {
    const pk = second.secrets.principalKey;
    for (const name of ['kem', 'ed25519', 'mldsa65'] as const) {
      const publicKeys = { ...second.publicKeys, [name]: founder.publicKeys[name] };
      expect(() => openPrincipal(pk, second.sealedSeeds, { ...ids, publicKeys })).toThrow(CryptoError);
    }
  });
});

describe('PrincipalSecrets', () => {
  test('print nothing', () => {
    const printed = [
      inspect(second.secrets, { depth: 9 }),
      JSON.stringify({ s: second.secrets }),
      `${second.secrets}`,
    ];
    printed.push(inspect({ signing: second.secrets.ed25519 }, { depth: 9 }));
    for (const text of printed) expect(text).toContain('[redacted]');
    for (const text of printed) expect(text).not.toMatch(/\d{2,}/);
  });

  test('wipePrincipal leaves zeros, and a wiped key opens and seals nothing', () => {
    const { secrets, sealedSeeds, publicKeys } = newPrincipal('brief', founder.secrets.trust);
    const pk = secrets.principalKey;
    wipePrincipal(secrets);
    expect(
      [...secrets.kemSeed, ...secrets.mldsa.seed, ...secrets.ed25519.seed].every((byte) => byte === 0),
    ).toBe(true);
    expect(() =>
      openPrincipal(parsePrincipalKey(pk), sealedSeeds, { ...ids, principal_id: idOf('brief'), publicKeys }),
    ).toThrow(CryptoError);
  });
});
