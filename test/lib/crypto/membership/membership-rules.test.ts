import { describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { encodePublicKeys, extendState, signRecord, verifyChain } from '#crypto/membership/membership.ts';
import {
  append,
  createWorkspace,
  GROUP,
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

describe('a disabled admin', () => {
  test('can sign nothing more', () => {
    const enrolled = append(chain, founder, {
      action: 'enrol',
      principal_id: 'newcomer',
      granter_id: 'founder',
      is_admin: true,
      public_keys: newcomerKeys,
    });
    const act = { action: 'disable', principal_id: 'outsider', granter_id: 'newcomer' } as const;
    expect(
      verifyChain(append(enrolled, newcomer, act), trust).principals.get(idOf('outsider'))?.disabled,
    ).toBe(true);
    const fired = append(enrolled, founder, {
      action: 'disable',
      principal_id: 'newcomer',
      granter_id: 'founder',
      is_admin: true,
    });
    expect(() => verifyChain(append(fired, newcomer, act), trust)).toThrow(CryptoError);
  });
});

describe('a record whose JSON is not what its type says', () => {
  const honest = nextRecord(chain, {
    ...inGroup,
    action: 'remove',
    principal_id: 'editor',
    granter_id: 'founder',
  });
  const resigned = (text: string) => extendState(state, signRecord(JSON.parse(text), founder.secrets));
  const text = JSON.stringify(honest);

  test.each([
    ['an action of the prototype', text.replace('"remove"', '"toString"')],
    ['an unknown action', text.replace('"remove"', '"promote"')],
    ['a byte array for an id', text.replace('"editor"', JSON.stringify([...Buffer.from('editor')]))],
    ['a word for a boolean', text.replace('"is_admin":false', '"is_admin":"no"')],
    ['a text for a number', text.replace('"generation":1', '"generation":"1"')],
  ])('is refused, signed or not: %s', (_what, forged) => {
    expect(forged).not.toBe(text);
    expect(resigned(text).groups.get(GROUP)?.members.has(idOf('editor'))).toBe(false);
    expect(() => resigned(forged)).toThrow(CryptoError);
  });
});

describe('an SDK that reaches a second group', () => {
  test('is not disabled by the owner of the first', () => {
    const second = { security_group_id: 'g2', generation: 1 } as const;
    const created = append(chain, founder, {
      ...second,
      action: 'create_group',
      principal_id: 'founder',
      granter_id: 'founder',
      is_admin: true,
      role: 'owner',
      grants_sha256: { founder: 'A'.repeat(43) },
    });
    const shared = append(created, founder, {
      ...second,
      action: 'set_role',
      principal_id: 'sdk',
      granter_id: 'founder',
      kind: 'sdk',
      role: 'viewer',
      grants_sha256: { sdk: 'A'.repeat(43) },
    });
    const disable = { action: 'disable', principal_id: 'sdk', kind: 'sdk' } as const;
    expect(() => verifyChain(append(shared, owner, { ...disable, granter_id: 'owner' }), trust)).toThrow(
      CryptoError,
    );
    const byAdmin = verifyChain(append(shared, founder, { ...disable, granter_id: 'founder' }), trust);
    expect(byAdmin.groups.get(idOf('g2'))?.members.has(idOf('sdk'))).toBe(false);
  });
});

describe('that a group keeps a state digest', () => {
  const made = {
    action: 'create_group',
    principal_id: 'founder',
    granter_id: 'founder',
    is_admin: true,
    security_group_id: 'g2',
    generation: 1,
    role: 'owner',
    grants_sha256: { founder: 'A'.repeat(43) },
  } as const;
  const rotated = {
    action: 'rotate',
    principal_id: 'founder',
    granter_id: 'founder',
    is_admin: true,
    security_group_id: 'g2',
    generation: 2,
    grants_sha256: { founder: 'A'.repeat(43) },
  } as const;
  const keptAfter = (...records: readonly RecordFields[]) => {
    const list = records.reduce((before, record) => append(before, founder, record), chain);
    return verifyChain(list, trust).groups.get(idOf('g2'))?.keeps_state;
  };

  test('is signed with the record that makes it or rotates its key, and never taken back', () => {
    expect(keptAfter(made)).toBeUndefined();
    expect(keptAfter({ ...made, keeps_state: true })).toBe(true);
    expect(keptAfter({ ...made, keeps_state: true }, rotated)).toBe(true);
    expect(keptAfter(made, { ...rotated, keeps_state: true })).toBe(true);
  });

  test('cannot be put in or left out of a signed record, nor stand in another', () => {
    const list = append(chain, founder, { ...made, keeps_state: true });
    const last = list.at(-1);
    if (last === undefined) throw new Error('no record');
    const { keeps_state: _, ...record } = last.record;
    expect(() => verifyChain([...chain, { ...last, record }], trust)).toThrow(CryptoError);
    const role = {
      ...inGroup,
      action: 'set_role',
      principal_id: 'editor',
      granter_id: 'founder',
      role: 'viewer',
      keeps_state: true,
    } as const;
    expect(() => verifyChain(append(chain, founder, role), trust)).toThrow(CryptoError);
  });
});

describe('rules', () => {
  const allowed: [string, Parameters<typeof extended>[0]][] = [
    [
      'an owner sets a role',
      { ...inGroup, action: 'set_role', principal_id: 'editor', granter_id: 'owner', role: 'viewer' },
    ],
    [
      'an owner enrols an SDK',
      {
        action: 'enrol',
        principal_id: 'newcomer',
        granter_id: 'owner',
        kind: 'sdk',
        public_keys: newcomerKeys,
      },
    ],
    [
      'an owner disables an SDK of its own group',
      { action: 'disable', principal_id: 'sdk', granter_id: 'owner', kind: 'sdk' },
    ],
    [
      'an admin enrols an admin',
      {
        action: 'enrol',
        principal_id: 'newcomer',
        granter_id: 'founder',
        is_admin: true,
        public_keys: newcomerKeys,
      },
    ],
    [
      'an admin creates a group for another',
      {
        action: 'create_group',
        principal_id: 'outsider',
        granter_id: 'founder',
        security_group_id: 'g2',
        generation: 1,
        role: 'owner',
        grants_sha256: { outsider: 'A'.repeat(43) },
      },
    ],
  ];

  test.each(allowed)('%s', (_what, fields) => {
    expect(extended(fields).head.seq).toBe(chain.length + 1);
  });

  const refused: [string, Parameters<typeof extended>[0]][] = [
    [
      'an editor makes itself owner',
      { ...inGroup, action: 'set_role', principal_id: 'editor', granter_id: 'editor', role: 'owner' },
    ],
    [
      'a viewer removes a member',
      { ...inGroup, action: 'remove', principal_id: 'editor', granter_id: 'sdk' },
    ],
    [
      'an outsider lets itself in',
      { ...inGroup, action: 'set_role', principal_id: 'outsider', granter_id: 'outsider', role: 'viewer' },
    ],
    [
      'an owner enrols a person',
      { action: 'enrol', principal_id: 'newcomer', granter_id: 'owner', public_keys: newcomerKeys },
    ],
    [
      'an owner enrols an SDK that is admin',
      {
        action: 'enrol',
        principal_id: 'newcomer',
        granter_id: 'owner',
        kind: 'sdk',
        is_admin: true,
        public_keys: newcomerKeys,
      },
    ],
    [
      'an editor enrols an SDK',
      {
        action: 'enrol',
        principal_id: 'newcomer',
        granter_id: 'editor',
        kind: 'sdk',
        public_keys: newcomerKeys,
      },
    ],
    [
      'an owner creates a group',
      {
        action: 'create_group',
        principal_id: 'owner',
        granter_id: 'owner',
        security_group_id: 'g2',
        generation: 1,
        role: 'owner',
        grants_sha256: { owner: 'A'.repeat(43) },
      },
    ],
    ['an owner disables a person', { action: 'disable', principal_id: 'editor', granter_id: 'owner' }],
    [
      'a principal is enrolled again with other keys',
      { action: 'enrol', principal_id: 'editor', granter_id: 'founder', public_keys: newcomerKeys },
    ],
    [
      'a principal is enrolled without keys',
      { action: 'enrol', principal_id: 'newcomer', granter_id: 'founder' },
    ],
    [
      'a principal is enrolled with short keys',
      {
        action: 'enrol',
        principal_id: 'newcomer',
        granter_id: 'founder',
        public_keys: { ...newcomerKeys, kem: 'AAAA' },
      },
    ],
    [
      'a role is given to someone unknown',
      { ...inGroup, action: 'set_role', principal_id: 'newcomer', granter_id: 'founder', role: 'viewer' },
    ],
    [
      'a role record brings new keys',
      {
        ...inGroup,
        action: 'set_role',
        principal_id: 'editor',
        granter_id: 'founder',
        role: 'viewer',
        public_keys: newcomerKeys,
      },
    ],
    [
      'a role record calls a person an admin',
      {
        ...inGroup,
        action: 'set_role',
        principal_id: 'editor',
        granter_id: 'founder',
        role: 'viewer',
        is_admin: true,
      },
    ],
    [
      'a role record carries a grant for someone else',
      {
        ...inGroup,
        action: 'set_role',
        principal_id: 'editor',
        granter_id: 'founder',
        role: 'viewer',
        grants_sha256: { owner: 'A'.repeat(43) },
      },
    ],
    [
      'a role is given in an old generation',
      {
        ...inGroup,
        generation: 0,
        action: 'set_role',
        principal_id: 'editor',
        granter_id: 'founder',
        role: 'viewer',
      },
    ],
    [
      'a member is removed twice',
      { ...inGroup, action: 'remove', principal_id: 'outsider', granter_id: 'founder' },
    ],
    [
      'a group is created twice',
      {
        ...inGroup,
        action: 'create_group',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        role: 'owner',
        grants_sha256: { founder: 'A'.repeat(43) },
      },
    ],
    [
      'a group is created without a key for its owner',
      {
        action: 'create_group',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        security_group_id: 'g2',
        generation: 1,
        role: 'owner',
      },
    ],
    [
      'a rotation is said to be about someone else',
      {
        ...inGroup,
        generation: 2,
        action: 'rotate',
        principal_id: 'owner',
        granter_id: 'founder',
        grants_sha256: { founder: 'A'.repeat(43) },
      },
    ],
    [
      'a rotation skips a generation',
      {
        ...inGroup,
        generation: 3,
        action: 'rotate',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        grants_sha256: { founder: 'A'.repeat(43) },
      },
    ],
    [
      'a rotation repeats the generation',
      {
        ...inGroup,
        action: 'rotate',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        grants_sha256: { founder: 'A'.repeat(43) },
      },
    ],
    [
      'a rotation gives the key to nobody',
      {
        ...inGroup,
        generation: 2,
        action: 'rotate',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        grants_sha256: {},
      },
    ],
    [
      'a rotation gives the key to a non-member',
      {
        ...inGroup,
        generation: 2,
        action: 'rotate',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        grants_sha256: { founder: 'A'.repeat(43), outsider: 'A'.repeat(43) },
      },
    ],
    [
      'a second founding',
      {
        action: 'found',
        principal_id: 'founder',
        granter_id: 'founder',
        is_admin: true,
        public_keys: encodePublicKeys(founder.publicKeys),
      },
    ],
  ];

  test.each(refused)('refuses: %s', (_what, fields) => {
    expect(() => extended(fields)).toThrow(CryptoError);
  });
});

describe('set_settings', () => {
  const set = { action: 'set_settings', settings_sha256: 'hash' } as const;

  test('is for administrators, who speak for themselves', () => {
    const next = extended({ ...set, principal_id: 'founder', granter_id: 'founder', is_admin: true });
    expect(state.settings_sha256).toBeNull();
    expect(next.settings_sha256).toBe('hash');
    for (const granter_id of ['owner', 'editor', 'sdk', 'outsider'] as const) {
      expect(() => extended({ ...set, principal_id: granter_id, granter_id })).toThrow(CryptoError);
    }
    expect(() => extended({ ...set, principal_id: 'owner', granter_id: 'founder' })).toThrow(CryptoError);
  });

  test('carries settings and nothing else, and no other record carries them', () => {
    const self = { principal_id: 'founder', granter_id: 'founder', is_admin: true } as const;
    expect(() => extended({ ...self, action: 'set_settings' })).toThrow(CryptoError);
    expect(() => extended({ ...set, ...self, ...inGroup })).toThrow(CryptoError);
    const remove = { ...inGroup, action: 'remove', principal_id: 'editor', granter_id: 'founder' } as const;
    expect(() => extended({ ...remove, settings_sha256: 'hash' })).toThrow(CryptoError);
  });
});
