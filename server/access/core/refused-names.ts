/**
 * Names and the ends of credentials are clear, but signed. One that was changed in the database is refused by itself:
 * it is shown to nobody, a credential whose name or end is not the signed one opens nothing, and everybody else goes on.
 */
import type { MembershipRecord, SignedMembershipRecord } from '#crypto/membership/membership.ts';
import type { FindingsPort } from '#server/access/findings-port.ts';
import type { CredentialStore } from '#server/db/access/credential-store.ts';
import type { MembershipStore } from '#server/db/access/membership-store.ts';
import type { PrincipalStore } from '#server/db/access/principal-store.ts';
import { credentialHash, nameHash } from './principal-rows.ts';

interface NamedStores {
  readonly principals: PrincipalStore;
  readonly membership: MembershipStore;
  readonly credentials: CredentialStore;
}

export interface RefusedNames {
  readonly has: (id: string) => boolean;
  /** Compares every name with the record that signed it. */
  readonly check: (records: readonly SignedMembershipRecord[]) => void;
}

/** `isCopy`: a travelling copy has no row of many whom the list names, and of credentials none. */
export function createRefusedNames(
  stores: NamedStores,
  findings: FindingsPort,
  isCopy = false,
): RefusedNames {
  const refused = new Set<string>();
  return {
    has: (id) => refused.has(id),
    check(records) {
      for (const { record } of records) {
        if (record.display_name_sha256 === undefined) continue;
        const id = record.security_group_id ?? record.principal_id;
        const hash = clearHash(stores, record);
        if (hash === undefined && isCopy) refused.add(id);
        else if (hash === record.display_name_sha256) {
          refused.delete(id);
          findings.settle('principal_damaged', id);
        } else {
          refused.add(id);
          findings.note('principal_damaged', id);
        }
      }
    },
  };
}

function clearHash(stores: NamedStores, record: MembershipRecord): string | undefined {
  if (record.security_group_id !== null) {
    const group = stores.membership.findGroup(record.security_group_id);
    return group && nameHash(group.name);
  }
  const principal = stores.principals.find(record.principal_id);
  if (record.kind === 'person') return principal && nameHash(principal.display_name);
  const credential = stores.credentials.findByPrincipal(record.principal_id);
  return principal && credential && credentialHash(principal.display_name, credential.expires_at);
}
