/** Where the figures of a server come from. */
import { statfsSync } from 'node:fs';
import type { Clock } from './access/clock.ts';
import { createBackupStore } from './db/backups/backup-store.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import { createOutboxStore } from './db/exchange/outbox-store.ts';
import type { Pki } from './enrollment/pki.ts';
import type { EvidenceServices } from './evidence-services.ts';
import type { HealthService } from './health/health-service.ts';
import { createMetricsService, type MetricsService } from './metrics/metrics-service.ts';
import type { SessionsService } from './sessions/sessions-service.ts';

export function createMetrics(from: {
  readonly db: SqlEngine;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly pki: Pick<Pki, 'ends'>;
  readonly sessions: Pick<SessionsService, 'counts'>;
  readonly health: HealthService;
  readonly audit: EvidenceServices['audit'];
}): MetricsService {
  const { db, clock, dataDir, pki, sessions, health, audit } = from;
  const backups = createBackupStore(db);
  const outbox = createOutboxStore(db);
  return createMetricsService({
    clock,
    sessions: sessions.counts,
    findings: () => health.findings().length,
    certificateEnds: pki.ends,
    databaseBytes: db.sizeBytes,
    databaseWaits: db.waits,
    diskFreeBytes() {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize;
    },
    lastGood: () => ({
      backup: backups.findLastGood('backup')?.ended_at ?? null,
      drill: backups.findLastGood('drill')?.ended_at ?? null,
    }),
    quarantined: () => health.findings().filter(({ code }) => code === 'quarantined').length,
    outboxWaiting: outbox.countWaiting,
    auditEntries: () => audit.head()?.seq ?? 0,
  });
}
