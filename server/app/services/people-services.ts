/** Composes sessions, groups, principals, credentials and settings, and the key rotations after a member leaves. */

import type { RewrapParticipant } from '#server/identity/actor/rewrap-port.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createCertificatesService } from '#server/identity/credentials/certificates-service.ts';
import { createCredentialsService } from '#server/identity/credentials/credentials-service.ts';
import type { Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import { createDisablePrincipal } from '#server/identity/groups/disable-principal.ts';
import { createGroupsService } from '#server/identity/groups/groups-service.ts';
import { createRotations } from '#server/identity/groups/key-rotation.ts';
import { createMembersService } from '#server/identity/groups/members-service.ts';
import { createPrincipalsService } from '#server/identity/groups/principals-service.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

export type PeopleServices = ReturnType<typeof createPeopleServices>;

interface PeopleDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly pki: Pki;
  readonly history: CommitHistory;
  readonly sessions: SessionsService;
  /** The server's address, for tokens of new credentials. */
  readonly baseUrl: () => string;
  /** Services whose rows a key rotation rewraps. */
  readonly participants: readonly RewrapParticipant[];
  /** Reports failures of background work. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createPeopleServices(deps: PeopleDeps) {
  const { db, core, pki, history, sessions, baseUrl, participants, failed } = deps;
  const rotations = createRotations({
    core,
    tryLock: db.tryLock,
    participants,
    isCountedBefore: history.digests.countsBefore,
    onFailure: failed('key rotation'),
  });
  const retire = createDisablePrincipal({ core, rotations, endSessionsOf: sessions.endSessionsOf });
  const credentials = createCredentialsService({ core, baseUrl, retire });
  return {
    principals: createPrincipalsService(core, retire),
    groups: createGroupsService(core),
    members: createMembersService(core, rotations),
    credentials,
    certificates: createCertificatesService({
      core,
      ends: pki.ends,
      renewLeaves: pki.renewLeaves,
      credentialsSeenBy: credentials.seenBy,
    }),
    rotations,
  };
}
