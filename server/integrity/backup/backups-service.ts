/**
 * Runs backups and restore drills in the server, on request or daily, with the keys of an unlocked administrator: the
 * manifest is signed, so a due backup waits for one. A lock stops the run; the next unlock starts it again. Source:
 * sealing design B8 (Backup).
 */
import { statfsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type {
  BackupRun,
  BackupRunKind,
  BackupSettings,
  BackupSettingsBody,
  BackupState,
} from '#contract/maintenance/backups.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createSignedSettings, SETTINGS_LABELS } from '#server/identity/core/signed-settings.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import { createSignedSettingsStore } from '#server/storage/access/backup-and-receiver-settings-store.ts';
import { createBackupStore } from '#server/storage/backups/backup-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { lastDueAt, nextRunAt } from './backup-schedule.ts';
import { assertTargetOutside, listSnapshots } from './snapshots.ts';

const LOOK_EVERY_MS = 60_000;
const SETTINGS_DEFAULT: BackupSettings = { target: null, hour: null, keep_daily: 7, keep_weekly: 4 };

export type RunResult = Pick<BackupRun, 'snapshot' | 'files' | 'bytes' | 'documents' | 'failure'>;

/** The steps of a run, implemented where documents and files are known. */
export interface BackupSteps {
  readonly backup: (
    reader: Reader,
    target: string,
    keep: RetentionSettings,
    signal: AbortSignal,
  ) => Promise<RunResult>;
  readonly drill: (reader: Reader, target: string, signal: AbortSignal) => Promise<RunResult>;
}

export interface RetentionSettings {
  readonly daily: number;
  readonly weekly: number;
}

export interface BackupsService {
  /** Settings and recent runs. For administrators. @throws permission_denied */
  readonly state: (actor: Actor) => BackupState;
  /**
   * Changes the settings.
   * @throws permission_denied, invalid_request (a target inside the vault, or no absolute path)
   */
  readonly patch: (actor: Actor, body: BackupSettingsBody) => BackupState;
  /** Starts a run. @throws permission_denied, invalid_request (no target), has_dependents while one runs */
  readonly start: (actor: Actor, kind: BackupRunKind) => BackupState;
  /** Starts a due backup; called at an unlock and every minute. */
  readonly startIfDue: (actor: Actor) => void;
  /** Returns the chosen backup folder; null for none. */
  readonly target: () => string | null;
  /** Snapshots in the chosen folder started at `instant` or later; null when none is chosen. */
  readonly snapshotsSince: (instant: string) => readonly string[] | null;
  /** Calls `listener` after each run. */
  readonly onEnded: (listener: (actor: Actor, run: BackupRun) => void) => void;
  /** Resolves when no run is active. */
  readonly whenIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface BackupsDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly dataDir: string;
  readonly steps: BackupSteps;
  readonly onFailure: (error: unknown) => void;
}

export function createBackupsService({ db, core, dataDir, steps, onFailure }: BackupsDeps): BackupsService {
  const { clock, commits, ledger } = core;
  const store = createBackupStore(db);
  const listeners: ((actor: Actor, run: BackupRun) => void)[] = [];
  const present = new Set<Actor>();
  const stop = new AbortController();
  let running: { readonly kind: BackupRunKind; readonly done: Promise<void> } | undefined;
  const signed = createSignedSettings(
    { store: createSignedSettingsStore(db, 'backup_settings'), ledger },
    SETTINGS_LABELS.backup_settings,
    SETTINGS_DEFAULT,
  );
  const settings = () => signed.read(ledger.findState());

  function state(actor: Actor): BackupState {
    requireAdmin(actor);
    const current = settings();
    const { target } = current;
    return {
      settings: current,
      free_bytes: target === null ? null : freeBytes(target),
      next_at: nextRunAt(current.hour, clock.nowMs()),
      running: running?.kind ?? null,
      last: store.findLast('backup'),
      last_good: store.findLastGood('backup'),
      last_drill: store.findLast('drill'),
      snapshots: target === null ? [] : listSnapshots(target, actor.workspace_id),
    };
  }

  function readerOf(actor: Actor): Reader {
    const principal = core.keysOf(actor);
    const { workspace_id } = actor;
    return { workspace_id, stores: core.stores, ledger, principal, close: () => undefined };
  }

  async function run(actor: Actor, kind: BackupRunKind, target: string): Promise<void> {
    const started_at = new Date(clock.nowMs()).toISOString();
    const signal = AbortSignal.any([actor.signal, stop.signal]);
    const { keep_daily: daily, keep_weekly: weekly } = settings();
    let result: RunResult;
    try {
      const reader = readerOf(actor);
      result =
        kind === 'backup'
          ? await steps.backup(reader, target, { daily, weekly }, signal)
          : await steps.drill(reader, target, signal);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
      result = {
        ...{ snapshot: null, files: 0, bytes: 0, documents: 0 },
        failure: signal.aborted ? 'session_locked' : codeOf(error),
      };
    }
    const ended_at = new Date(clock.nowMs()).toISOString();
    const ended: BackupRun = { kind, started_at, ended_at, ok: result.failure === null, ...result };
    await commits.write(() => store.insertRun(ended));
    for (const listener of listeners) listener(actor, ended);
  }

  /**
   * Starts a run if `isWanted` still says so once no other server runs one.
   * @returns false only when another server runs one; true also when the run was no longer wanted
   */
  function begin(actor: Actor, kind: BackupRunKind, target: string, isWanted = () => true): boolean {
    const lock = db.tryLock('backup');
    if (lock === undefined) return false;
    if (!isWanted()) {
      lock.release();
      return true;
    }
    const done = run(actor, kind, target)
      .catch(onFailure)
      .finally(() => {
        running = undefined;
        lock.release();
      });
    running = { kind, done };
    return true;
  }

  function startIfDue(actor: Actor): void {
    if (!actor.is_admin || actor.signal.aborted || running !== undefined) return;
    const { target, hour } = settings();
    const due = lastDueAt(hour, clock.nowMs());
    if (target === null || due === null) return;
    const isWanted = (): boolean => {
      const last = store.findLast('backup');
      return last === null || last.started_at < due || last.failure === 'session_locked';
    };
    if (isWanted()) begin(actor, 'backup', target, isWanted);
  }

  const timer = setInterval(() => {
    try {
      for (const actor of present) startIfDue(actor);
    } catch (error) {
      // The database is unavailable; the next minute tries again.
      onFailure(error);
    }
  }, LOOK_EVERY_MS).unref();

  return {
    state,
    patch(actor, body) {
      requireAdmin(actor);
      if (body.target !== undefined && body.target !== null) assertTarget(dataDir, body.target);
      const { secrets } = core.keysOf(actor);
      commits.writeNow(() => signed.write(secrets, { ...settings(), ...body }));
      return state(actor);
    },
    start(actor, kind) {
      requireAdmin(actor);
      const { target } = settings();
      if (target === null)
        throw new VaultError(
          'invalid_request',
          'No folder for backups is chosen yet. Choose one: PATCH /v1/backups.',
        );
      if (running !== undefined || !begin(actor, kind, target))
        throw new VaultError('has_dependents', 'A backup or a drill is running. Wait until it has ended.');
      return state(actor);
    },
    startIfDue(actor) {
      if (!actor.is_admin) return;
      present.add(actor);
      actor.signal.addEventListener('abort', () => present.delete(actor), { once: true });
      startIfDue(actor);
    },
    target: () => settings().target,
    snapshotsSince(instant) {
      const { target } = settings();
      if (target === null) return null;
      // Snapshot names have the second they were started in.
      const from = `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
      return listSnapshots(target, core.workspace().workspace_id).filter((name) => name >= from);
    },
    onEnded: (listener) => void listeners.push(listener),
    whenIdle: async () => running?.done,
    async close() {
      clearInterval(timer);
      stop.abort();
      await running?.done;
    },
  };
}

function assertTarget(dataDir: string, target: string): void {
  if (!isAbsolute(target))
    throw new VaultError('invalid_request', 'target: give the full path of a folder, from its root.');
  assertTargetOutside(dataDir, target);
}

/** Free bytes on the disk of the target, which may not exist yet. */
function freeBytes(target: string): number | null {
  for (let folder = target; ; folder = dirname(folder)) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      if (dirname(folder) === folder) return null;
    }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof VaultError) return error.code;
  return error instanceof CryptoError ? 'crypto_error' : 'protocol_error';
}
