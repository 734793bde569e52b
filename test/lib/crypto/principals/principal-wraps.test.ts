import { beforeAll, describe, expect, test } from 'vitest';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generatePrincipalKey } from '#crypto/keys/key-types.ts';
import { ARGON2_PARAMS, derivePassphraseKek } from '#crypto/principals/passphrase.ts';
import {
  type SecretWrapKind,
  unwrapWithPassphrase,
  unwrapWithSecret,
  type WrappedKey,
  wrapWithPassphrase,
  wrapWithSecret,
} from '#crypto/principals/principal-wraps.ts';
import { randomBytes } from '#crypto/random.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';
import { idOf } from '#test/support/ids.ts';

const ids = { workspace_id: idOf<WorkspaceId>('w'), principal_id: idOf<PrincipalId>('p') };
const pk = generatePrincipalKey();
const KINDS: SecretWrapKind[] = ['recovery', 'device', 'invite', 'token'];

describe('wrapWithPassphrase', () => {
  let wrapped: WrappedKey;

  beforeAll(async () => {
    wrapped = await wrapWithPassphrase(pk, 'Größe ﬁnal 42', ids);
  });

  test('opens with the same passphrase, however its characters are composed', async () => {
    expect(equalBytes(await unwrapWithPassphrase(wrapped, 'Größe ﬁnal 42', ids), pk)).toBe(true);
    const decomposed = 'Gro\u0308ße final 42';
    expect(equalBytes(await unwrapWithPassphrase(wrapped, decomposed, ids), pk)).toBe(true);
  });

  test('refuses another passphrase, another principal and changed bytes', async () => {
    await expect(unwrapWithPassphrase(wrapped, 'Größe ﬁnal 43', ids)).rejects.toThrow(CryptoError);
    await expect(
      unwrapWithPassphrase(wrapped, 'Größe ﬁnal 42', { ...ids, principal_id: idOf('q') }),
    ).rejects.toThrow(CryptoError);
    const changed = { ...wrapped, packed: flipBit(wrapped.packed, 700) };
    await expect(unwrapWithPassphrase(changed, 'Größe ﬁnal 42', ids)).rejects.toThrow(CryptoError);
  });

  test('refuses parameters that were raised within the bounds, because they are authenticated', async () => {
    const raised: WrappedKey = { ...wrapped, params: { ...ARGON2_PARAMS, t: 4 } };
    await expect(unwrapWithPassphrase(raised, 'Größe ﬁnal 42', ids)).rejects.toThrow(CryptoError);
  });

  test('never gives the same salt or bytes twice', async () => {
    const again = await wrapWithPassphrase(pk, 'Größe ﬁnal 42', ids);
    expect(equalBytes(again.salt, wrapped.salt)).toBe(false);
    expect(equalBytes(again.packed, wrapped.packed)).toBe(false);
  });

  test('a wrap of another kind is not tried', async () => {
    const token = wrapWithSecret('token', pk, randomBytes(32), ids);
    await expect(unwrapWithPassphrase(token, 'x', ids)).rejects.toThrow(CryptoError);
    expect(() => unwrapWithSecret('token', wrapped, randomBytes(32), ids)).toThrow(CryptoError);
  });
});

describe('derivePassphraseKek', () => {
  test.each([
    { ...ARGON2_PARAMS, m: 65_535 },
    { ...ARGON2_PARAMS, t: 2 },
    { ...ARGON2_PARAMS, p: 3 },
    { ...ARGON2_PARAMS, m: 1_048_577 },
    { ...ARGON2_PARAMS, t: 11 },
    { ...ARGON2_PARAMS, p: 17 },
    { ...ARGON2_PARAMS, m: Number.NaN },
    { ...ARGON2_PARAMS, t: 3.5 },
  ])('refuses %j before any work', async (params) => {
    await expect(derivePassphraseKek('x', randomBytes(16), params)).rejects.toThrow(CryptoError);
  });

  test.each([0, 8, 15, 17])('refuses a salt of %d bytes', async (length) => {
    await expect(derivePassphraseKek('x', randomBytes(length), ARGON2_PARAMS)).rejects.toThrow(CryptoError);
  });
});

describe('wrapWithSecret', () => {
  const secret = randomBytes(32);

  test.each(KINDS)('a %s wrap opens with its secret only, and as its own kind only', (kind) => {
    const wrapped = wrapWithSecret(kind, pk, secret, ids);
    expect(equalBytes(unwrapWithSecret(kind, wrapped, secret, ids), pk)).toBe(true);
    expect(() => unwrapWithSecret(kind, wrapped, randomBytes(32), ids)).toThrow(CryptoError);
    expect(() => unwrapWithSecret(kind, wrapped, secret, { ...ids, workspace_id: idOf('v') })).toThrow(
      CryptoError,
    );
    for (const other of KINDS.filter((candidate) => candidate !== kind)) {
      expect(() => unwrapWithSecret(other, wrapped, secret, ids)).toThrow(CryptoError);
      expect(() => unwrapWithSecret(other, { ...wrapped, kind: other }, secret, ids)).toThrow(CryptoError);
    }
  });

  test.each([
    ['short', randomBytes(31)],
    ['all zeros', new Uint8Array(32)],
  ])('refuses a secret that is %s', (_what, bad) => {
    expect(() => wrapWithSecret('token', pk, bad, ids)).toThrow(CryptoError);
  });
});
