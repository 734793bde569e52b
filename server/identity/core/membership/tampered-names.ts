/**
 * Detects names and expiry dates of credentials that were changed in the database; both are plaintext, but signed. A
 * changed name is neither shown nor reserved; a credential with a changed expiry unlocks nothing. Name and expiry share
 * one hash. So an expiry counts as signed when any known name of the credential matches: its row's, its certificate's
 * or its token's.
 */
import type { PrincipalId } from '#contract/ids.ts';
import type { MembershipRecord, SignedMembershipRecord } from '#crypto/membership/membership.ts';
import { isCommittedName } from '#crypto/membership/name-commitment.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { CredentialStore } from '#server/storage/access/credential-store.ts';
import type { MembershipStore } from '#server/storage/access/membership-store.ts';
import type { PrincipalStore } from '#server/storage/access/principal-store.ts';
import { nameWithEnd } from './principal-rows.ts';

interface NamedStores {
  readonly principals: PrincipalStore;
  readonly membership: MembershipStore;
  readonly credentials: CredentialStore;
}

export interface TamperedNames {
  readonly has: (id: string) => boolean;
  /** True for a credential whose expiry matches no signed record. */
  readonly opensNothing: (principalId: PrincipalId) => boolean;
  /** Adds the name from a token that has just unlocked its principal; used at the next check. */
  readonly learn: (principalId: PrincipalId, name: string) => void;
  /** Compares every name with the record that signed it. */
  readonly check: (records: readonly SignedMembershipRecord[]) => void;
}

/** `isCopy`: a travelling copy lacks the rows of many listed principals, and of all credentials. */
export function createTamperedNames(
  stores: NamedStores,
  findings: FindingsPort,
  isCopy = false,
): TamperedNames {
  const refused = new Set<string>();
  const unproven = new Set<string>();
  const borne = new Map<PrincipalId, string>();
  return {
    has: (id) => refused.has(id),
    opensNothing: (id) => unproven.has(id),
    learn: (id, name) => void borne.set(id, name),
    check(records) {
      const { isKnown, isNamed, isEndProven } = clearNames(stores, borne);
      for (const { record } of records) {
        if (record.display_name_sha256 === undefined) continue;
        const id = record.security_group_id ?? record.principal_id;
        if (record.kind === 'sdk' && record.security_group_id === null) {
          if (isEndProven(record)) unproven.delete(id);
          else unproven.add(id);
        }
        if (isCopy && !isKnown(record)) refused.add(id);
        else if (isNamed(record)) {
          refused.delete(id);
          findings.resolve('principal_damaged', id);
        } else {
          refused.add(id);
          findings.report('principal_damaged', id);
        }
      }
    },
  };
}

interface ClearName {
  /** The text its record commits to; for a credential with its expiry. */
  readonly text: string;
  readonly salt: string | null;
}

/** Reads each table once, because one query per record blocked the server at each unlock. */
function clearNames(stores: NamedStores, borne: ReadonlyMap<PrincipalId, string>) {
  const names = new Map(stores.principals.listNames().map((row) => [row.principal_id, row]));
  const groups = new Map(stores.membership.listGroups().map((row) => [row.security_group_id, row]));
  const credentials = new Map(stores.credentials.list().map((row) => [row.principal_id, row]));

  function find({ security_group_id, principal_id, kind }: MembershipRecord): ClearName | undefined {
    if (security_group_id !== null) {
      const group = groups.get(security_group_id);
      return group && { text: group.name, salt: group.name_salt };
    }
    const row = names.get(principal_id);
    if (row === undefined) return undefined;
    const { display_name, name_salt: salt } = row;
    if (kind === 'person') return { text: display_name, salt };
    const credential = credentials.get(principal_id);
    return credential && { text: nameWithEnd(display_name, credential.expires_at), salt };
  }

  return {
    isKnown: (record: MembershipRecord) => find(record) !== undefined,
    isNamed(record: MembershipRecord) {
      const name = find(record);
      return name !== undefined && isCommittedName(record.display_name_sha256, name.text, name.salt);
    },
    isEndProven({ principal_id, display_name_sha256, certificate }: MembershipRecord) {
      const credential = credentials.get(principal_id);
      if (credential === undefined) return false;
      const row = names.get(principal_id);
      const known = [row?.display_name, credential.name, certificate?.client_cn, borne.get(principal_id)];
      return known.some(
        (name) =>
          name !== undefined &&
          isCommittedName(
            display_name_sha256,
            nameWithEnd(name, credential.expires_at),
            row?.name_salt ?? null,
          ),
      );
    },
  };
}
