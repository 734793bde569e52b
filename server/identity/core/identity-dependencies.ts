/**
 * Shared dependencies of the access services (vault, sessions, groups, credentials, settings): stores, membership
 * ledger, unlocked principals. Composed once in `server/app/services/services.ts`.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { NewId, PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import { type AccessStores, createAccessStores } from '#server/storage/access/access-stores.ts';
import type { WorkspaceRow } from '#server/storage/access/workspace-store.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import { createFairTurns, type FairTurns } from '#server/system/concurrency/fair-scheduler.ts';
import type { PkiPort } from './certificate-issuing-port.ts';
import { announcedCas } from './certificates/announced-cas.ts';
import { readCertificates } from './certificates/read-certificates.ts';
import { storeLastSeenHead } from './membership/last-seen-head.ts';
import { createMembershipLedger, type MembershipLedger } from './membership/membership-ledger.ts';
import type { StateDigestPort } from './membership/signed-state-digest.ts';
import { createTamperedNames, type TamperedNames } from './membership/tampered-names.ts';
import {
  createUnlockedPrincipals,
  type UnlockedPrincipal,
  type UnlockedPrincipals,
} from './unlocked-principals.ts';

export interface AccessCore {
  readonly stores: AccessStores;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: PkiPort;
  readonly newId: NewId;
  readonly ledger: MembershipLedger;
  readonly unlocked: UnlockedPrincipals;
  readonly findings: FindingsPort;
  /** Shares the event loop fairly between callers with queued work. */
  readonly turns: FairTurns;
  /** True in a travelling copy: its home vault decides members and signs; the copy only follows. */
  readonly isCopy: boolean;
  /** The unlocked keys of an actor. @throws session_locked */
  readonly keysOf: (actor: Actor) => UnlockedPrincipal;
  /** The row with the vault's name and id. @throws not_initialized */
  readonly workspace: () => WorkspaceRow;
  /** Reads again which certificates the membership list announces, until an unlock has verified the list. */
  readonly reloadUnverifiedMembership: () => void;
  /** Ids of principals and groups whose stored name differs from the signed one; such a name is never shown. */
  readonly refusedNames: TamperedNames;
  /** The principal's name; '' for an unknown id and for a name that differs from the signed one. */
  readonly displayNameOf: (principalId: PrincipalId) => string;
  readonly groupNameOf: (securityGroupId: SecurityGroupId) => string;
}

export interface AccessCoreDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: PkiPort;
  /** Generates a UUID version 7. */
  readonly newId: NewId;
  readonly findings: FindingsPort;
  /** True in a travelling copy; false by default. */
  readonly isCopy?: boolean;
  readonly keptState?: StateDigestPort;
}

export function createAccessCore(deps: AccessCoreDeps): AccessCore {
  const { db, commits, clock, pki, newId, findings, isCopy = false, keptState } = deps;
  const stores = createAccessStores(db);
  const ledger = createMembershipLedger({
    ...{ store: stores.membership, commits, clock, isCopy },
    ...(keptState ? { keptState } : {}),
  });
  ledger.onChange((state, granter) => storeLastSeenHead(stores.principals, granter, state.head));
  const unlocked = createUnlockedPrincipals(() => [...ledger.state().groups.keys()], commits.flush);
  let unverifiedSeq = stores.membership.lastSeq();
  let unverified = readCertificates(stores.membership);
  // A travelling copy admits only its own certificates, which no membership list announces.
  if (!isCopy) pki.setAnnouncedCertificates(() => ledger.findState()?.certificates ?? unverified);
  if (!isCopy) pki.setAnnouncedCas(() => announcedCas(ledger.records()));
  const refusedNames = createTamperedNames(stores, findings, isCopy);
  const unlessRefused =
    <Id extends string>(find: (id: Id) => string) =>
    (id: Id) =>
      refusedNames.has(id) ? '' : find(id);
  let workspaceRow: WorkspaceRow | undefined;
  return {
    stores,
    commits,
    clock,
    pki,
    newId,
    ledger,
    unlocked,
    findings,
    turns: createFairTurns(),
    isCopy,
    keysOf: (actor) => unlocked.get(actor.principal_id),
    workspace() {
      workspaceRow ??= stores.workspace.findWorkspace();
      if (workspaceRow === undefined)
        throw new VaultError('not_initialized', 'The vault is not initialised yet. Create it first.');
      return workspaceRow;
    },
    reloadUnverifiedMembership() {
      if (ledger.findState() !== undefined || stores.membership.lastSeq() === unverifiedSeq) return;
      unverifiedSeq = stores.membership.lastSeq();
      unverified = readCertificates(stores.membership);
    },
    refusedNames,
    displayNameOf: unlessRefused(onceKnown((id) => stores.principals.find(id)?.display_name)),
    groupNameOf: unlessRefused(onceKnown((id) => stores.membership.findGroup(id)?.name)),
  };
}

function onceKnown<Id extends string>(find: (id: Id) => string | undefined): (id: Id) => string {
  const names = new Map<Id, string>();
  return (id) => {
    const name = names.get(id) ?? find(id);
    if (name !== undefined) names.set(id, name);
    return name ?? '';
  };
}
