/** The port through which services sign for a principal; the keys stay behind it. Source: sealing design B12. */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';
import type { StatementSignature } from '#crypto/principals/signed-statements.ts';
import type { PathEnd } from '#crypto/proof/membership-path.ts';
import type { Actor } from './actor.ts';

export interface Signer {
  readonly workspace_name: string;
  readonly signer_name: string;
  /** Salt of the signer's name; absent where the list holds the name without one. */
  readonly signer_name_salt?: string;
  readonly credential_expires_at: string | null;
  /** Fingerprint of the signer's public keys, hex. */
  readonly key_fingerprint: string;
  readonly membership_seq: number;
  /** Signs with both keys (Ed25519 and ML-DSA-65); takes about 7 ms. */
  readonly sign: (label: string, message: Uint8Array) => StatementSignature;
}

export interface SigningPort {
  /** The signer for this actor's own principal. @throws session_locked */
  readonly signerOf: (actor: Actor) => Signer;
  /** True for an enabled person who is editor or owner of the group, and so may be asked to sign. */
  readonly canBeAsked: (securityGroupId: SecurityGroupId, principalId: PrincipalId) => boolean;
  /**
   * The membership records that lead from the founder to a member's keys. @throws CryptoError when there is no such
   * path.
   */
  readonly pathOf: (
    end: PathEnd & { readonly security_group_id: SecurityGroupId },
  ) => SignedMembershipRecord[];
}
