/**
 * Metrics of the running server in Prometheus text format: requests by operation and status, durations, sessions,
 * sizes, days left of certificates. Ids, names and clinical data never become labels.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { Clock } from '#server/system/clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LAG_RESOLUTION_MS = 20;
/** Seconds: a list from memory is below the first bucket, Argon2id near one. */
const BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30];

export interface MetricsService {
  /** Call once per response. `operation`: operation id, `none` without a route. */
  readonly observe: (operation: string, status: number, seconds: number) => void;
  /** The metrics for an administrator. @throws permission_denied */
  readonly text: (actor: Actor) => Promise<string>;
  /** The metrics for any client certificate, because a monitor needs no session and causes no audit entry. */
  readonly figures: () => Promise<string>;
  readonly mediaType: string;
}

export interface MetricsDeps {
  readonly clock: Clock;
  /** Numbers of unlocked and locked sessions. */
  readonly sessions: () => { readonly unlocked: number; readonly locked: number };
  /** Number of open findings. */
  readonly findings: () => number;
  readonly certificateEnds: () => Readonly<Record<string, Date>>;
  readonly databaseBytes: () => number;
  /** Returns the waits for the database, as in `SqlEngine`. */
  readonly databaseWaits: () => number;
  /** Free bytes of the disk with the data folder. */
  readonly diskFreeBytes: () => number;
  /** End of the last successful backup and restore drill; null when unknown. */
  readonly lastGood: () => Readonly<Record<'backup' | 'drill', string | null>>;
  /** Number of files in quarantine. */
  readonly quarantined: () => number;
  /** Number of pending outbox messages. */
  readonly outboxWaiting: () => number;
  readonly auditEntries: () => number;
}

export function createMetricsService(deps: MetricsDeps): MetricsService {
  const registry = new Registry();
  const registers = [registry];
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const requests = new Counter({
    name: 'srvault_requests_total',
    help: 'Answers, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect: () => {
      for (const tally of tallies) {
        if (tally.answers > 0) tally.count.inc(tally.answers);
        tally.answers = 0;
      }
    },
  });
  /** Responses since the counter was last read: counting directly is expensive, and the counter is rarely read. */
  const tallies: { readonly count: Counter.Internal; answers: number }[] = [];
  const times = new Histogram({
    name: 'srvault_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  gauge('srvault_sessions', 'Open sessions.', ['state'], (set) => {
    const { unlocked, locked } = deps.sessions();
    set(unlocked, { state: 'unlocked' });
    set(locked, { state: 'locked' });
  });
  gauge('srvault_findings', 'Things known not to hold; srvault doctor names them.', [], (set) =>
    set(deps.findings()),
  );
  gauge('srvault_certificate_days_left', 'Days until a certificate ends.', ['certificate'], (set) => {
    for (const [certificate, end] of Object.entries(deps.certificateEnds()))
      set((end.getTime() - deps.clock.nowMs()) / DAY_MS, { certificate });
  });
  gauge('srvault_database_bytes', 'Size of the database with its write-ahead log.', [], (set) =>
    set(deps.databaseBytes()),
  );
  gauge(
    'srvault_database_waits_total',
    'How often everybody waited for an answer of PostgreSQL.',
    [],
    (set) => set(deps.databaseWaits()),
  );
  gauge('srvault_disk_free_bytes', 'Free on the disk of the data folder.', [], (set) =>
    set(deps.diskFreeBytes()),
  );
  gauge(
    'srvault_last_good_timestamp_seconds',
    'When the last backup and restore drill ended that held.',
    ['kind'],
    (set) => {
      for (const [kind, endedAt] of Object.entries(deps.lastGood()))
        if (endedAt !== null) set(Date.parse(endedAt) / 1000, { kind });
    },
  );
  gauge('srvault_quarantine_files', 'Sealed files that no row names.', [], (set) => set(deps.quarantined()));
  gauge('srvault_outbox_waiting', 'Messages that wait for their receiver.', [], (set) =>
    set(deps.outboxWaiting()),
  );
  gauge('srvault_audit_entries', 'Entries of the audit log.', [], (set) => set(deps.auditEntries()));
  gauge(
    'srvault_event_loop_lag_seconds',
    'How long the server kept everybody waiting, since it was asked last.',
    ['quantile'],
    (set) => {
      set(lag.percentile(99) / 1e9, { quantile: '0.99' });
      set(lag.max / 1e9, { quantile: '1' });
      lag.reset();
    },
  );
  gauge('process_resident_memory_bytes', 'Memory of the process.', [], (set) =>
    set(process.memoryUsage.rss()),
  );
  gauge('process_cpu_seconds_total', 'Processor time of the process.', [], (set) => {
    const { user, system } = process.cpuUsage();
    set((user + system) / 1e6);
  });
  gauge('process_uptime_seconds', 'Age of the process.', [], (set) => set(process.uptime()));

  /** A gauge computed only when the metrics are read. */
  function gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    collect: (set: (value: number, labels?: Record<string, string>) => void) => void,
  ): void {
    const made = new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        made.reset();
        try {
          collect((value, labels) => (labels ? made.set(labels, value) : made.set(value)));
        } catch {
          // Its source is unavailable, which other metrics report: this one has no value, and the others are
          // unaffected.
          made.reset();
          if (labelNames.length === 0) made.set(Number.NaN);
        }
      },
    });
  }

  /** Observers by operation and status, so that labels are built once. */
  const observers = new Map<string, Map<number, (seconds: number) => void>>();

  function observerOf(operation: string, status: number): (seconds: number) => void {
    const byStatus = observers.get(operation) ?? new Map<number, (seconds: number) => void>();
    observers.set(operation, byStatus);
    const known = byStatus.get(status);
    if (known !== undefined) return known;
    const tally = { count: requests.labels({ operation, status }), answers: 0 };
    tallies.push(tally);
    const time = times.labels({ operation });
    const observer = (seconds: number): void => {
      tally.answers += 1;
      time.observe(seconds);
    };
    byStatus.set(status, observer);
    return observer;
  }

  return {
    observe: (operation, status, seconds) => observerOf(operation, status)(seconds),
    text(actor) {
      requireAdmin(actor);
      return registry.metrics();
    },
    figures: () => registry.metrics(),
    mediaType: registry.contentType,
  };
}
