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
      const hashOf = clearHashes(stores);
      for (const { record } of records) {
        if (record.display_name_sha256 === undefined) continue;
        const id = record.security_group_id ?? record.principal_id;
        const hash = hashOf(record);
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

/** Reads each table once: one query a record held a server up for every principal of the vault at each unlock. */
function clearHashes(stores: NamedStores): (record: MembershipRecord) => string | undefined {
  const names = new Map(
    stores.principals.listNames().map(({ principal_id, display_name }) => [principal_id, display_name]),
  );
  const groups = new Map(
    stores.membership.listGroups().map(({ security_group_id, name }) => [security_group_id, name]),
  );
  const ends = new Map(
    stores.credentials.list().map(({ principal_id, expires_at }) => [principal_id, expires_at]),
  );
  return ({ security_group_id, principal_id, kind }) => {
    if (security_group_id !== null) {
      const group = groups.get(security_group_id);
      return group === undefined ? undefined : nameHash(group);
    }
    const name = names.get(principal_id);
    if (name === undefined) return undefined;
    if (kind === 'person') return nameHash(name);
    const end = ends.get(principal_id);
    return end === undefined ? undefined : credentialHash(name, end);
  };
}
