/**
 * The composition root: the only place where the parts of the server meet. What one part needs of another
 * is handed over here as a function.
 */
import type { Database } from 'better-sqlite3';
import { v7 as newId } from 'uuid';
import type { Clock } from './access/clock.ts';
import { createAccessCore } from './access/core/access-core.ts';
import { type CredentialsService, createCredentialsService } from './credentials/credentials-service.ts';
import type { CommitQueue } from './db/commit-queue.ts';
import type { Pki } from './enrollment/pki.ts';
import { createGroupsService, type GroupsService } from './groups/groups-service.ts';
import { createMembersService, type MembersService } from './groups/members-service.ts';
import { createPrincipalsService, type PrincipalsService } from './groups/principals-service.ts';
import { createRetirement } from './groups/retirement.ts';
import { createRotations, type Rotations } from './groups/rotation.ts';
import { createIdempotency, type Idempotency } from './http/idempotency.ts';
import { createSessionsService, type SessionsService } from './sessions/sessions-service.ts';
import { createSettingsService, type SettingsService } from './settings/settings-service.ts';
import { createVaultService, type VaultService } from './vault/vault-service.ts';

export interface ServicesDeps {
  readonly db: Database;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly pki: Pki;
  readonly dataDir: string;
  /** Where the server is reached; stands in the tokens of new credentials. */
  readonly baseUrl: () => string;
  /** Hears of failures in work that no request waits for. */
  readonly onBackgroundFailure?: (what: string, error: unknown) => void;
}

export interface Services {
  readonly vault: VaultService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly principals: PrincipalsService;
  readonly groups: GroupsService;
  readonly members: MembersService;
  readonly credentials: CredentialsService;
  readonly rotations: Rotations;
  readonly idempotency: Idempotency;
  /** Clears away what an interrupted run left behind. Before the first request. */
  readonly sweepAtStart: () => Promise<void>;
  /** Ends background work and locks every session. */
  readonly close: () => Promise<void>;
}

export function createServices(deps: ServicesDeps): Services {
  const { db, commits, clock, pki, baseUrl } = deps;
  const failed = (what: string) => (error: unknown) => deps.onBackgroundFailure?.(what, error);
  const core = createAccessCore({ db, commits, clock, pki, newId });
  const vault = createVaultService(core);
  const settings = createSettingsService(core);
  const sessions = createSessionsService({ core, settings: settings.current });
  const idempotency = createIdempotency(db, clock);

  const rotations = createRotations({
    core,
    participants: [],
    onFailure: (_securityGroupId, error) => failed('key rotation')(error),
  });
  const retire = createRetirement({ core, rotations, endSessionsOf: sessions.endSessionsOf });
  sessions.onUnlocked(() => void pki.renewIfDue().catch(failed('certificate renewal')));

  return {
    vault,
    sessions,
    settings,
    principals: createPrincipalsService(core, retire),
    groups: createGroupsService(core),
    members: createMembersService(core, rotations),
    credentials: createCredentialsService({ core, baseUrl, retire }),
    rotations,
    idempotency,
    async sweepAtStart() {
      await commits.write(() => idempotency.deleteOutlived());
    },
    async close() {
      rotations.close();
      await rotations.settled();
      sessions.close();
    },
  };
}
