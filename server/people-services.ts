/** Who is who, in which groups and by which means: and the keys that follow when somebody leaves. */
import type { AccessCore } from './access/core/access-core.ts';
import type { RewrapParticipant } from './access/rewrap.ts';
import { createCertificatesService } from './credentials/certificates-service.ts';
import { createCredentialsService } from './credentials/credentials-service.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import type { Pki } from './enrollment/pki.ts';
import { createGroupsService } from './groups/groups-service.ts';
import { createMembersService } from './groups/members-service.ts';
import { createPrincipalsService } from './groups/principals-service.ts';
import { createRetirement } from './groups/retirement.ts';
import { createRotations } from './groups/rotation.ts';
import type { CommitHistory } from './history/commit-history.ts';
import type { SessionsService } from './sessions/sessions-service.ts';

export type PeopleServices = ReturnType<typeof createPeopleServices>;

interface PeopleDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly pki: Pki;
  readonly history: CommitHistory;
  readonly sessions: SessionsService;
  /** Where the server is reached; stands in the tokens of new credentials. */
  readonly baseUrl: () => string;
  /** What a new group key rewraps. */
  readonly participants: readonly RewrapParticipant[];
  /** Hears of failures in work that no request waits for. */
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
  const retire = createRetirement({ core, rotations, endSessionsOf: sessions.endSessionsOf });
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
