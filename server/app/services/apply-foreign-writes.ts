/**
 * Applies writes of other servers of the same vault, and continues work that a stopped server has left. Composed here,
 * because the services do not know each other.
 * Source: clinic design, section 5.
 */

import type { DrivesService } from '#server/drives/drives-service.ts';
import type { EventsService } from '#server/events/events-service.ts';
import type { OutboxService } from '#server/exchange/outbox/outbox-service.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createMembershipFollower } from '#server/identity/core/membership/follow-foreign-membership.ts';
import { membershipChangedError } from '#server/identity/core/membership/membership-ledger.ts';
import type { VerifiedMembership } from '#server/identity/core/membership/verified-membership.ts';
import type { VaultService } from '#server/identity/custody/vault-service.ts';
import type { Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import type { Rotations } from '#server/identity/groups/key-rotation.ts';
import { createForeignWritePoller } from '#server/identity/requests/foreign-write-poller.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { SettingsService } from '#server/identity/settings/settings-service.ts';
import type { FilingService } from '#server/imaging/filing/filing-service.ts';
import type { ProcessingService } from '#server/imaging/processing/processing-service.ts';
import type { FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import type { SearchService } from '#server/search/search-service.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { EvidenceServices } from './audit-and-backup-services.ts';

const LOOK_FOR_LEFT_EVERY_MS = 10_000;

export interface MultiServerDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly pki: Pki;
  readonly history: CommitHistory;
  readonly health: FindingsRecorder;
  readonly provenList: VerifiedMembership;
  readonly sessions: SessionsService;
  readonly settings: SettingsService;
  readonly vault: VaultService;
  readonly rotations: Rotations;
  readonly search: SearchService;
  readonly events: EventsService;
  readonly outbox: OutboxService;
  readonly evidence: Pick<EvidenceServices, 'onForeignPurges'>;
  readonly filing: FilingService;
  readonly drives: DrivesService;
  readonly processing: ProcessingService;
  readonly failed: (what: string) => (error: unknown) => void;
}

export interface MultiServer {
  /** Polls for foreign writes without blocking; undefined where there are no other servers. */
  readonly pollForeignWrites: () => Promise<void> | undefined;
  /**
   * Applies foreign writes. @returns the reason why polling failed. @throws protocol_error where other servers continue
   * another history
   */
  readonly applyForeignWrites: () => unknown;
  /** Continues work begun by a server that has stopped. */
  readonly resumeAbandonedWork: () => void;
  /** Starts periodic checks for changes and abandoned work, independent of requests. */
  readonly start: () => void;
  readonly close: () => void;
}

export function createMultiServer(deps: MultiServerDeps): MultiServer {
  const { core, rotations, outbox, filing, processing, failed } = deps;
  const freshness = createForeignWritePoller(deps.db);
  let timer: NodeJS.Timeout | undefined;
  // Calls these after writes of other servers in this order: history first, then identities, then roles.
  for (const listener of [
    deps.history.onForeignWrites,
    deps.health.onForeignWrites,
    deps.provenList.onForeignWrites,
    createMembershipFollower(core, deps.sessions.endSessionsOf),
    deps.settings.onForeignWrites,
    () => {
      if (deps.pki.follow()) deps.vault.onCaReplaced();
    },
    rotations.onForeignWrites,
    deps.search.applyForeignTombstones,
    deps.evidence.onForeignPurges,
    deps.events.onForeignWrites,
    deps.history.onForeignWritesApplied,
  ])
    freshness.onForeignWrites(listener);

  deps.history.setGuard((changes, isMoved) => {
    if (isMoved) {
      core.ledger.assertUnchanged();
      deps.provenList.assertUnmoved();
    }
    // A rotation on another server may have already passed the position of a new row.
    for (const { security_group_id, old_generation, new_generation } of changes) {
      const generation = core.ledger.findState()?.groups.get(security_group_id)?.generation ?? 0;
      if (old_generation === null && new_generation !== null && new_generation < generation)
        throw membershipChangedError();
    }
  });

  /** Continues work that a stopped server has left, after the first unlock, because keys are needed. */
  function takeUpWhatIsLeft(): void {
    if (core.ledger.findState() === undefined) return;
    try {
      rotations.resume();
      outbox.wake();
      filing.wake();
      deps.drives.processing.recover().then(processing.wake).catch(failed('processing'));
    } catch (error) {
      failed('work other servers left')(error);
    }
  }

  return {
    pollForeignWrites: freshness.poll,
    applyForeignWrites: freshness.refresh,
    resumeAbandonedWork: takeUpWhatIsLeft,
    start() {
      freshness.start(failed('other servers of the vault'));
      timer ??= setInterval(takeUpWhatIsLeft, LOOK_FOR_LEFT_EVERY_MS).unref();
    },
    close() {
      freshness.close();
      clearInterval(timer);
    },
  };
}
