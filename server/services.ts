/**
 * The composition root: the only place where the parts of the server meet. What one part needs of another
 * is handed over here as a function.
 */
import type { Database } from 'better-sqlite3';
import { v7 as newId } from 'uuid';
import type { Clock } from './access/clock.ts';
import { createAccessCore } from './access/core/access-core.ts';
import type { CommitQueue } from './db/commit-queue.ts';
import type { Pki } from './enrollment/pki.ts';
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
}

export interface Services {
  readonly vault: VaultService;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly idempotency: Idempotency;
  /** Clears away what an interrupted run left behind. Before the first request. */
  readonly sweepAtStart: () => Promise<void>;
  /** Locks every session. */
  readonly close: () => void;
}

export function createServices(deps: ServicesDeps): Services {
  const { db, commits, clock, pki } = deps;
  const core = createAccessCore({ db, commits, clock, pki, newId });
  const vault = createVaultService(core);
  const settings = createSettingsService(core);
  const sessions = createSessionsService({ core, settings: settings.current });
  const idempotency = createIdempotency(db, clock);
  // A renewal that fails is tried again at the next unlock; unlocking must not fail with it.
  sessions.onUnlocked(() => void pki.renewIfDue().catch(() => undefined));

  return {
    vault,
    sessions,
    settings,
    idempotency,
    async sweepAtStart() {
      await commits.write(() => idempotency.deleteOutlived());
    },
    close() {
      sessions.close();
    },
  };
}
