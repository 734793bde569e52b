import { describe, expect, test } from 'vitest';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { type GrantIds, grantHash, openGrant, sealGrant } from '#crypto/membership/group-grants.ts';
import { GROUP, newPrincipal, WORKSPACE } from '#test/lib/crypto/support/workspace.ts';
import { idOf } from '#test/support/ids.ts';

const member = newPrincipal('member', null);
const other = newPrincipal('other', member.secrets.trust);
const groupKey = generateGroupKey();
const ids: GrantIds = {
  workspace_id: WORKSPACE,
  security_group_id: GROUP,
  generation: 3,
  member_id: idOf('member'),
  granter_id: idOf('owner'),
  seq: 9,
};
const grant = sealGrant(groupKey, member.publicKeys, ids);

describe('openGrant', () => {
  test('gives the member the group key', () => {
    expect(equalBytes(openGrant(grant, member.secrets, ids), groupKey)).toBe(true);
  });

  test('ignores properties that are not part of a grant, as a database row brings them', () => {
    const row = { ...ids, member_key_fingerprint: new Uint8Array(32), packed: grant };
    expect(equalBytes(openGrant(grant, member.secrets, row), groupKey)).toBe(true);
  });

  test('refuses another member', () => {
    expect(() => openGrant(grant, other.secrets, ids)).toThrow(CryptoError);
  });

  test.each<Partial<GrantIds>>([
    { workspace_id: idOf('x') },
    { security_group_id: idOf('x') },
    { generation: 4 },
    { member_id: idOf('other') },
    { granter_id: idOf('other') },
    { seq: 10 },
  ])('refuses %j', (changed) => {
    expect(() => openGrant(grant, member.secrets, { ...ids, ...changed })).toThrow(CryptoError);
  });

  test('a grant planted by someone else opens, but its hash is not the recorded one', () => {
    const planted = sealGrant(generateGroupKey(), member.publicKeys, ids);
    expect(openGrant(planted, member.secrets, ids)).toHaveLength(32);
    expect(grantHash(planted)).not.toBe(grantHash(grant));
  });
});
