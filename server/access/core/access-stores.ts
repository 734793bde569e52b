/** The rows behind every access service, over one database. */
import type { Database } from 'better-sqlite3';
import { createAdminSecretStore } from '#server/db/access/admin-secret-store.ts';
import { createCredentialStore } from '#server/db/access/credential-store.ts';
import { createMembershipStore } from '#server/db/access/membership-store.ts';
import { createPrincipalStore } from '#server/db/access/principal-store.ts';
import { createRotationStore } from '#server/db/access/rotation-store.ts';
import { createWorkspaceStore } from '#server/db/access/workspace-store.ts';

export type AccessStores = Readonly<ReturnType<typeof createAccessStores>>;

export function createAccessStores(db: Database) {
  return {
    workspace: createWorkspaceStore(db),
    principals: createPrincipalStore(db),
    membership: createMembershipStore(db),
    rotations: createRotationStore(db),
    adminSecrets: createAdminSecretStore(db),
    credentials: createCredentialStore(db),
  };
}
