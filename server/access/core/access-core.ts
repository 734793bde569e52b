/**
 * What the access services (vault, sessions, groups, credentials, settings) share: their stores, the
 * membership ledger, the unlocked principals. Composed once in `server/services.ts`.
 */
import { VaultError } from '#contract/vault-error.ts';
import { type AdminSecretStore, createAdminSecretStore } from '../../db/access/admin-secret-store.ts';
import { type CredentialStore, createCredentialStore } from '../../db/access/credential-store.ts';
import { createMembershipStore, type MembershipStore } from '../../db/access/membership-store.ts';
import { createPrincipalStore, type PrincipalStore } from '../../db/access/principal-store.ts';
import { createRotationStore, type RotationStore } from '../../db/access/rotation-store.ts';
import {
  createWorkspaceStore,
  type WorkspaceRow,
  type WorkspaceStore,
} from '../../db/access/workspace-store.ts';
import type { CommitQueue } from '../../db/commit-queue.ts';
import type { Database } from '../../db/open-database.ts';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { createMembershipLedger, type MembershipLedger } from './membership-ledger.ts';
import type { PkiPort } from './pki-port.ts';
import { rememberHead } from './seen-head.ts';
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
  /** @throws not_initialized */
  readonly workspace: () => WorkspaceRow;
  /** '' for an unknown id. Names never change, so they are read once. */
  readonly displayNameOf: (principalId: string) => string;
  readonly groupNameOf: (securityGroupId: string) => string;
}

export interface AccessCoreDeps {
  readonly db: Database;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: PkiPort;
  /** UUID version 7. */
  readonly newId: () => string;
}

export function createAccessCore({ db, commits, clock, pki, newId }: AccessCoreDeps): AccessCore {
  const stores = {
    workspace: createWorkspaceStore(db),
    principals: createPrincipalStore(db),
    membership: createMembershipStore(db),
    rotations: createRotationStore(db),
    adminSecrets: createAdminSecretStore(db),
    credentials: createCredentialStore(db),
  };
  const ledger = createMembershipLedger({ store: stores.membership, commits, clock });
  ledger.onChange((state, granter) => rememberHead(stores.principals, granter, state.head));
  const unlocked = createUnlockedPrincipals(() => [...ledger.state().groups.keys()]);
  let workspaceRow: WorkspaceRow | undefined;
  return {
    stores,
    commits,
    clock,
    pki,
    newId,
    ledger,
    unlocked,
    keysOf: (actor) => unlocked.get(actor.principal_id),
    workspace() {
      workspaceRow ??= stores.workspace.findWorkspace();
      if (workspaceRow === undefined)
        throw new VaultError('not_initialized', 'The vault is not initialised yet.');
      return workspaceRow;
    },
    displayNameOf: onceKnown((id) => stores.principals.find(id)?.display_name),
    groupNameOf: onceKnown((id) => stores.membership.findGroup(id)?.name),
  };
}

function onceKnown(find: (id: string) => string | undefined): (id: string) => string {
  const names = new Map<string, string>();
  return (id) => {
    const name = names.get(id) ?? find(id);
    if (name !== undefined) names.set(id, name);
    return name ?? '';
  };
}
