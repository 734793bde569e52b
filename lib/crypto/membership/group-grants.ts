/**
 * Seals a group key to one member's X-Wing key, bound to group, generation, member, granter and the membership record
 * that announces it. The record has the grant's hash under the granter's two signatures; otherwise a writer of the
 * database could plant a group key of their own.
 * Source: sealing design B3, B4.
 */
import { encodeBase64Url } from '#crypto/bytes.ts';
import { type GroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import {
  fingerprint,
  type PrincipalPublicKeys,
  type PrincipalSecrets,
  publicKeysOf,
} from '#crypto/principals/principal-keys.ts';
import { type GrantFields, grantContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import { sha256 } from '#crypto/sha256.ts';

/** `seq` is the number of the membership record that carries `grantHash`. */
export type GrantIds = Omit<GrantFields, 'member_key_fingerprint'>;

function contextOf(ids: GrantIds, publicKeys: PrincipalPublicKeys): SealContext {
  const { workspace_id, security_group_id, generation, member_id, granter_id, seq } = ids;
  return grantContext({
    workspace_id,
    security_group_id,
    generation,
    member_id,
    member_key_fingerprint: fingerprint(publicKeys),
    granter_id,
    seq,
  });
}

/** Packed hybrid envelope, about 1.3 KB. */
export function sealGrant(
  groupKey: GroupKey,
  memberPublicKeys: PrincipalPublicKeys,
  ids: GrantIds,
): Uint8Array {
  return sealHybridPacked(memberPublicKeys.kem, groupKey, contextOf(ids, memberPublicKeys));
}

/** Takes about 2 ms. @throws CryptoError unless the grant was sealed to this member under exactly these ids. */
export function openGrant(packed: Uint8Array, member: PrincipalSecrets, ids: GrantIds): GroupKey {
  const publicKeys = publicKeysOf(member);
  const context = contextOf(ids, publicKeys);
  return parseGroupKey(openHybridPacked(member.kemSeed, packed, context, publicKeys.kem));
}

/** The value in a membership record's `grants_sha256` for each member: base64url SHA-256 of the packed grant. */
export function grantHash(packed: Uint8Array): string {
  return encodeBase64Url(sha256(packed));
}
