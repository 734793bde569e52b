/** A principal's signing keys as services see them: never the keys themselves. Source: sealing design B12. */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { SignedMembershipRecord } from '#crypto/membership/membership.ts';
import type { StatementSignature } from '#crypto/principals/signed-statements.ts';
import type { PathEnd } from '#crypto/proof/membership-path.ts';
import type { Actor } from './actor.ts';

export interface Signer {
  readonly workspace_name: string;
  readonly signer_name: string;
  readonly credential_expires_at: string | null;
  /** Hex. */
  readonly key_fingerprint: string;
  readonly membership_seq: number;
  /** With both keys; takes about 7 ms. */
  readonly sign: (label: string, message: Uint8Array) => StatementSignature;
}

export interface SigningPort {
  /** The actor itself, and nobody else. @throws session_locked */
  readonly signerOf: (actor: Actor) => Signer;
  /** Whether it is a person who may sign in the group: an editor or owner that is not disabled. */
  readonly canBeAsked: (securityGroupId: SecurityGroupId, principalId: PrincipalId) => boolean;
  /** The records that tie a member to the founder. @throws CryptoError when there is no such path. */
  readonly pathOf: (
    end: PathEnd & { readonly security_group_id: SecurityGroupId },
  ) => SignedMembershipRecord[];
}
