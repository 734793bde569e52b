/** Creates the stores of all access services over one database. */
import { createSampleStore } from '#server/storage/documents/sample-store.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { createAdminSecretStore } from './admin-secret-store.ts';
import { createCredentialStore } from './credential-store.ts';
import { createMembershipStore } from './membership-store.ts';
import { createPrincipalStore } from './principal-store.ts';
import { createRotationStore } from './rotation-store.ts';
import { createWorkspaceStore } from './workspace-store.ts';

export type AccessStores = Readonly<ReturnType<typeof createAccessStores>>;

export function createAccessStores(db: Statements) {
  return {
    workspace: createWorkspaceStore(db),
    principals: createPrincipalStore(db),
    membership: createMembershipStore(db),
    rotations: createRotationStore(db),
    adminSecrets: createAdminSecretStore(db),
    credentials: createCredentialStore(db),
    samples: createSampleStore(db),
  };
}
