import { describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { encodePublicKeys, extendState, signRecord, verifyChain } from '#crypto/membership/membership.ts';
import {
  append,
  createWorkspace,
  GROUP,
  grantFor,
  newPrincipal,
  nextRecord,
  type RecordFields,
} from '#test/lib/crypto/support/workspace.ts';
import { idOf } from '#test/support/ids.ts';

const workspace = createWorkspace();
const { founder, owner, editor, sdk, outsider, trust, chain } = workspace;
const state = verifyChain(chain, trust);
const signers = { founder, owner, editor, sdk, outsider };
const inGroup = { security_group_id: GROUP, generation: 1 } as const;
const newcomer = newPrincipal('newcomer', trust);
const newcomerKeys = encodePublicKeys(newcomer.publicKeys);

/** Returns the state after one more valid record with `fields`, signed by their granter. */
function extended(fields: Omit<RecordFields, 'granter_id'> & { granter_id: keyof typeof signers }) {
  return extendState(state, signRecord(nextRecord(chain, fields), signers[fields.granter_id].secrets));
}

describe('verifyChain', () => {
  test('tells members, roles, generation and head', () => {
    expect(state.head.seq).toBe(chain.length);
    expect(Object.fromEntries(state.groups.get(GROUP)?.members ?? [])).toEqual({
      founder: 'owner',
      owner: 'owner',
      editor: 'editor',
      sdk: 'viewer',
    });
    expect(state.groups.get(GROUP)?.generation).toBe(1);
    expect(state.principals.get(idOf('sdk'))).toMatchObject({
      kind: 'sdk',
      is_admin: false,
      disabled: false,
      enrolled_by: expect.any(String),
    });
  });

  test('refuses an empty list', () => {
    expect(() => verifyChain([], trust)).toThrow(CryptoError);
  });

  test('refuses a list whose founder is not the pinned one', () => {
    const other = newPrincipal('founder', null);
    const forged = append([], other, {
      action: 'found',
      principal_id: 'founder',
      granter_id: 'founder',
      is_admin: true,
      public_keys: encodePublicKeys(other.publicKeys),
    });
    expect(verifyChain(forged, other.secrets.trust).head.seq).toBe(1);
    expect(() => verifyChain(forged, trust)).toThrow(CryptoError);
  });

  test('refuses a founder who records keys other than the pinned ones, or is not a person and admin', () => {
    const keys = encodePublicKeys(founder.publicKeys);
    const honest = {
      action: 'found',
      principal_id: 'founder',
      granter_id: 'founder',
      is_admin: true,
      public_keys: keys,
    } as const;
    const forgeries: Partial<RecordFields>[] = [
      { public_keys: { ...keys, ed25519: newcomerKeys.ed25519 } },
      { public_keys: { ...keys, mldsa65: newcomerKeys.mldsa65 } },
      { kind: 'sdk' },
      { is_admin: false },
      { principal_id: 'other' },
      { action: 'enrol' },
    ];
    expect(verifyChain(append([], founder, honest), trust).head.seq).toBe(1);
    for (const forgery of forgeries) {
      expect(() => verifyChain(append([], founder, { ...honest, ...forgery }), trust)).toThrow(CryptoError);
    }
  });

  test('refuses the list of another workspace', () => {
    expect(() => verifyChain(chain, { ...trust, workspace_id: idOf('other') })).toThrow(CryptoError);
  });

  test('refuses a list with any record left out, doubled or swapped with its neighbour', () => {
    for (const index of chain.keys()) {
      const [a, b] = [chain.slice(0, index), chain.slice(index + 1)];
      const here = chain.slice(index, index + 1);
      if (b.length > 0) expect(() => verifyChain([...a, ...b], trust)).toThrow(CryptoError);
      expect(() => verifyChain([...a, ...here, ...here, ...b], trust)).toThrow(CryptoError);
      if (b.length > 0)
        expect(() => verifyChain([...a, ...b.slice(0, 1), ...here, ...b.slice(1)], trust)).toThrow(
          CryptoError,
        );
    }
  });

  test('refuses a record with any of its fields changed', () => {
    const index = 7;
    const signed = chain[index];
    if (signed === undefined) throw new Error('the workspace has fewer records than this test needs');
    const forgeries: Partial<typeof signed.record>[] = [
      { role: 'owner' },
      { principal_id: idOf('outsider') },
      { granter_id: idOf('owner') },
      { is_admin: true },
      { kind: 'sdk' },
      { generation: 2 },
      { security_group_id: idOf('other') },
      { grants_sha256: null },
      { grants_sha256: { editor: 'A'.repeat(43) } },
      { created_at: '2026-01-02T03:04:05.679Z' },
      { display_name_sha256: 'A'.repeat(43) },
      { action: 'remove' },
    ];
    for (const forgery of forgeries) {
      const forged = chain.with(index, { ...signed, record: { ...signed.record, ...forgery } });
      expect(() => verifyChain(forged, trust)).toThrow(CryptoError);
    }
  });

  test.each(['signature_ed25519', 'signature_mldsa65'] as const)(
    'refuses a record without a true %s',
    (field) => {
      const signed = signRecord(
        nextRecord(chain, { ...inGroup, action: 'remove', principal_id: 'editor', granter_id: 'founder' }),
        founder.secrets,
      );
      const byOther = signRecord(signed.record, outsider.secrets);
      expect(extendState(state, signed).groups.get(GROUP)?.members.has(idOf('editor'))).toBe(false);
      expect(() => extendState(state, { ...signed, [field]: byOther[field] })).toThrow(CryptoError);
      expect(() => extendState(state, { ...signed, [field]: '' })).toThrow(CryptoError);
      expect(() => extendState(state, { ...signed, [field]: `${signed[field]}=` })).toThrow(CryptoError);
    },
  );

  test('two signatures over one record give two hashes, so a list cannot be re-signed behind its successor', () => {
    const resigned = signRecord(
      nextRecord(
        chain.slice(0, 3),
        chain[3]?.record ?? nextRecord([], { action: 'found', principal_id: '', granter_id: '' }),
      ),
      founder.secrets,
    );
    expect(() => verifyChain(chain.with(3, resigned), trust)).toThrow(CryptoError);
    expect(verifyChain([...chain.slice(0, 3), resigned], trust).head.seq).toBe(4);
  });
});

describe('extendState', () => {
  test('leaves the given state as it was', () => {
    const next = extended({ ...inGroup, action: 'remove', principal_id: 'editor', granter_id: 'owner' });
    expect(next.head.seq).toBe(state.head.seq + 1);
    expect(state.groups.get(GROUP)?.members.has(idOf('editor'))).toBe(true);
    expect(verifyChain(chain, trust).head).toEqual(state.head);
  });

  test('refuses a gap in the numbers and a wrong link', () => {
    const fields = { ...inGroup, action: 'remove', principal_id: 'editor', granter_id: 'founder' } as const;
    for (const wrong of [
      { seq: chain.length },
      { seq: chain.length + 2 },
      { prev_hash: null },
      { prev_hash: 'A'.repeat(43) },
    ]) {
      const record = { ...nextRecord(chain, fields), ...wrong };
      expect(() => extendState(state, signRecord(record, founder.secrets))).toThrow(CryptoError);
    }
  });

  test('a removed member has no role, and a rotation names who receives the new key', () => {
    const removed = append(chain, owner, {
      ...inGroup,
      action: 'remove',
      principal_id: 'editor',
      granter_id: 'owner',
    });
    const rotation = {
      action: 'rotate',
      principal_id: 'owner',
      granter_id: 'owner',
      ...inGroup,
      generation: 2,
    } as const;
    const rotated = append(removed, owner, {
      ...rotation,
      grants_sha256: grantFor(owner, idOf('owner'), 2, removed.length + 1),
    });
    const group = verifyChain(rotated, trust).groups.get(GROUP);
    expect(group?.generation).toBe(2);
    expect([...(group?.members.keys() ?? [])]).toEqual(['founder', 'owner', 'sdk']);
    const toRemoved = append(removed, owner, {
      ...rotation,
      grants_sha256: grantFor(editor, idOf('owner'), 2, removed.length + 1),
    });
    expect(() => verifyChain(toRemoved, trust)).toThrow(CryptoError);
  });

  test('a disabled principal leaves every group and can sign nothing more', () => {
    const disabled = append(chain, founder, {
      action: 'disable',
      principal_id: 'owner',
      granter_id: 'founder',
    });
    const next = verifyChain(disabled, trust);
    expect(next.principals.get(idOf('owner'))?.disabled).toBe(true);
    expect(next.groups.get(GROUP)?.members.has(idOf('owner'))).toBe(false);
    const late = append(disabled, owner, {
      ...inGroup,
      action: 'remove',
      principal_id: 'editor',
      granter_id: 'owner',
    });
    expect(() => verifyChain(late, trust)).toThrow(CryptoError);
  });
});
