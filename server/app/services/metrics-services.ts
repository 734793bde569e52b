/** Connects the metrics service to the values of other services. */
import { statfsSync } from 'node:fs';
import type { Pki } from '#server/identity/enrollment/certificate-issuer.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { FindingsRecorder } from '#server/integrity/findings/record-findings.ts';
import { createMetricsService, type MetricsService } from '#server/metrics/metrics-service.ts';
import { createBackupStore } from '#server/storage/backups/backup-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createOutboxStore } from '#server/storage/exchange/outbox-store.ts';
import type { Clock } from '#server/system/clock.ts';
import type { EvidenceServices } from './audit-and-backup-services.ts';

export function createMetrics(from: {
  readonly db: SqlEngine;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly pki: Pick<Pki, 'ends'>;
  readonly sessions: Pick<SessionsService, 'counts'>;
  readonly health: FindingsRecorder;
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
