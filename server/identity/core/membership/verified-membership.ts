/**
 * The membership list before the first unlock since the start. It is trusted because it verifies from the founder's
 * fingerprint, which this computer stores outside the data folder. Source: sealing design B11.
 */
import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { decodePublicKeys, type MembershipState, verifyChain } from '#crypto/membership/membership.ts';
import type { TrustRoot } from '#crypto/principals/principal-keys.ts';
import { sha256 } from '#crypto/sha256.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { FounderAnchor } from '#server/system/config/anchors/founder-anchor-port.ts';
import { membershipChangedError } from './membership-ledger.ts';
import { parseRecord } from './membership-row.ts';

export interface VerifiedMembership {
  /** The list as unlocked principals verified it, or as the last one left it; undefined where no proof exists. */
  readonly state: () => MembershipState | undefined;
  /** Call when another server may have extended the list. */
  readonly onForeignWrites: () => void;
  /** Refuses, inside a transaction, a list that has changed since it was verified. @throws protocol_error */
  readonly assertUnmoved: () => void;
  /** Stores the founder's fingerprint for the next start. */
  readonly pinFounder: (state: MembershipState) => void;
}

export function createVerifiedMembership(core: AccessCore, anchor: FounderAnchor): VerifiedMembership {
  let whileLocked: MembershipState | undefined;

  function stateWhileLocked(): MembershipState | undefined {
    try {
      whileLocked ??= verifyFromAnchor(core, anchor);
      return whileLocked;
    } catch (error) {
      if (error instanceof CryptoError) return undefined;
      throw error;
    }
  }

  const isMoved = () =>
    whileLocked !== undefined && core.stores.membership.lastSeq() !== whileLocked.head.seq;

  return {
    state: () => core.ledger.findState() ?? stateWhileLocked(),
    onForeignWrites() {
      if (isMoved()) whileLocked = undefined;
    },
    assertUnmoved() {
      if (core.ledger.findState() === undefined && isMoved()) throw membershipChangedError();
    },
    pinFounder({ trust }) {
      const fingerprint = fingerprintOf(trust);
      if (anchor.read(trust.workspace_id) !== fingerprint) anchor.write(trust.workspace_id, fingerprint);
    },
  };
}

/**
 * Verifies the list from the pinned founder.
 * @throws CryptoError when the list does not start with the pinned founder.
 */
function verifyFromAnchor(core: AccessCore, anchor: FounderAnchor): MembershipState | undefined {
  const workspace = core.stores.workspace.findWorkspace();
  const expected = workspace && anchor.read(workspace.workspace_id);
  const chain = core.stores.membership.listRecords().map(parseRecord);
  const keys = chain[0]?.record.public_keys;
  if (workspace === undefined || expected === undefined || !keys) return undefined;
  const { ed25519, mldsa65 } = decodePublicKeys(keys);
  const trust: TrustRoot = { workspace_id: workspace.workspace_id, ed25519, mldsa65 };
  if (fingerprintOf(trust) !== expected) throw new CryptoError();
  return verifyChain(chain, trust);
}

function fingerprintOf({ ed25519, mldsa65 }: TrustRoot): string {
  return encodeHex(sha256(ed25519, mldsa65));
}
