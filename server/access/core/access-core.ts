/**
 * What the access services (vault, sessions, groups, credentials, settings) share: their stores, the
 * membership ledger, the unlocked principals. Composed once in `server/services.ts`.
 */
import type { Database } from 'better-sqlite3';
import { v7 as uuidV7 } from 'uuid';
import { type AdminSecretStore, createAdminSecretStore } from '../../db/access/admin-secret-store.ts';
import { type CredentialStore, createCredentialStore } from '../../db/access/credential-store.ts';
import { createMembershipStore, type MembershipStore } from '../../db/access/membership-store.ts';
import { createPrincipalStore, type PrincipalStore } from '../../db/access/principal-store.ts';
import { createRotationStore, type RotationStore } from '../../db/access/rotation-store.ts';
import { createWorkspaceStore, type WorkspaceStore } from '../../db/access/workspace-store.ts';
import type { CommitQueue } from '../../db/commit-queue.ts';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { createMembershipLedger, type MembershipLedger } from './membership-ledger.ts';
import type { PkiPort } from './pki-port.ts';
import {
  createUnlockedPrincipals,
  type UnlockedPrincipal,
  type UnlockedPrincipals,
} from './unlocked-principals.ts';

export interface AccessCore {
  readonly stores: {
    readonly workspace: WorkspaceStore;
    readonly principals: PrincipalStore;
    readonly membership: MembershipStore;
    readonly rotations: RotationStore;
    readonly adminSecrets: AdminSecretStore;
    readonly credentials: CredentialStore;
  };
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: PkiPort;
  readonly newId: () => string;
  readonly ledger: MembershipLedger;
  readonly unlocked: UnlockedPrincipals;
  /** The keys behind an actor. @throws session_locked */
  readonly keysOf: (actor: Actor) => UnlockedPrincipal;
  /** '' for an unknown id. Names never change, so they are read once. */
  readonly displayNameOf: (principalId: string) => string;
}

export interface AccessCoreDeps {
  readonly db: Database;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: PkiPort;
  readonly newId?: () => string;
}

export function createAccessCore({ db, commits, clock, pki, newId = uuidV7 }: AccessCoreDeps): AccessCore {
  const stores = {
    workspace: createWorkspaceStore(db),
    principals: createPrincipalStore(db),
    membership: createMembershipStore(db),
    rotations: createRotationStore(db),
    adminSecrets: createAdminSecretStore(db),
    credentials: createCredentialStore(db),
  };
  const ledger = createMembershipLedger({ store: stores.membership, commits, clock });
  const unlocked = createUnlockedPrincipals(() => [...ledger.state().groups.keys()]);
  const names = new Map<string, string>();
  return {
    stores,
    commits,
    clock,
    pki,
    newId,
    ledger,
    unlocked,
    keysOf: (actor) => unlocked.get(actor.principal_id),
    displayNameOf(principalId) {
      const known = names.get(principalId);
      if (known !== undefined) return known;
      const name = stores.principals.find(principalId)?.display_name;
      if (name !== undefined) names.set(principalId, name);
      return name ?? '';
    },
  };
}
