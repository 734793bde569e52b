/**
 * `npm run test:long -- log-growth [--hours N]`: what machines and a window add to the audit log by themselves, one
 * after the other, under a clock that is turned a minute at a time: figures for monitoring, a window that follows a
 * worklist in which others write, a program in one long session, and a program that unlocks every minute. Each may
 * record once an hour what it repeats, not each time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { makeFolder, writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { type InProcessVault, startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import type { VaultClient } from '#sdk/client.ts';
import { connect } from '#sdk/node/connect.ts';

const MINUTE_MS = 60_000;
/** A read is recorded within a quarter of a second. */
const WRITTEN_AFTER_MS = 1_000;
const MINUTES = 60;
/** The longest that settings allow: sessions that end would add entries of their own. */
const LONG_SESSIONS = { idle_lock_seconds: 86_400, session_max_seconds: 604_800 } as const;
/** A program that unlocks every minute: four unlocks with their ends, a read and a count; and twice that to spare. */
const ENTRIES_AN_HOUR_MAX = 30;

const DAYS_A_YEAR = 365;
const WORKING_DAYS_A_YEAR = 250;
const HOURS_A_WORKING_DAY = 10;
const YEARS = 10;

export const LOG_GROWTH: Lane = {
  name: 'log-growth',
  proves: 'What machines and windows repeat by themselves is in the audit log once an hour, not each time.',
  unit: 'hours',
  times: 24,
  run: logGrowth,
};

interface Repeater {
  readonly name: string;
  readonly hoursInTenYears: number;
  /** Starts a session; returns what it does every minute. */
  readonly start: (vault: InProcessVault) => Promise<() => Promise<unknown>>;
}

const ALWAYS = 24 * DAYS_A_YEAR * YEARS;
const AT_WORK = HOURS_A_WORKING_DAY * WORKING_DAYS_A_YEAR * YEARS;
/** The query of the window's own lists. */
const WINDOW_QUERY = { state: 'all', sort: '-updated_at', limit: 200 } as const;

/** `credential`: folder of a program's credential. */
function repeatersOf(credential: string): readonly Repeater[] {
  return [
    {
      name: 'figures every minute',
      hoursInTenYears: ALWAYS,
      start: async () => {
        const program = connect({ profile: credential });
        return () => program.vault.figures();
      },
    },
    {
      name: 'a window that follows the worklist',
      hoursInTenYears: AT_WORK,
      start: async (vault) => {
        const window = await vault.connect();
        return async () => {
          for (const resource of ['exams', 'patients'] as const)
            await window[resource].list(WINDOW_QUERY, { passive: true }).page();
          // Keeps the session awake, and is not recorded.
          await window.settings.get();
        };
      },
    },
    {
      name: 'a program that lists every minute',
      hoursInTenYears: ALWAYS,
      start: async () => {
        const program = connect({ profile: credential });
        return () => program.exams.list({ limit: 10 }).page();
      },
    },
    {
      name: 'a program that unlocks every minute',
      hoursInTenYears: ALWAYS,
      start: async () => async () => {
        const program = connect({ profile: credential });
        await program.exams.list({ limit: 10 }).page();
        await program.session.lock();
        await program.close();
      },
    },
  ];
}

async function logGrowth(
  hours: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  let nowMs = Date.now();
  const vault = await startInProcessVault('log-growth', undefined, { nowMs: () => nowMs });
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-log-growth-'));
  try {
    await vault.client.settings.patch(LONG_SESSIONS);
    const { session_id } = await vault.client.session.get();
    const owner = await vault.connect();
    await owner.session.end(session_id);
    const credential = await issue(owner, vault.group, join(scratch, 'program'));
    const found: string[] = [];
    const ran: string[] = [];
    for (const { name, hoursInTenYears, start } of repeatersOf(credential)) {
      const repeat = await start(vault);
      // The first unlock belongs to the session, not to what repeats.
      await repeat();
      const before = await entriesOf(vault.dataDir);
      let done = 0;
      for (; done < hours && !stop.aborted; done += 1) {
        // Keeps the owner's session awake, and is not recorded.
        await owner.settings.get();
        for (let minute = 0; minute < MINUTES; minute += 1) {
          nowMs += MINUTE_MS;
          await repeat();
        }
      }
      const added = await entriesOf(vault.dataDir);
      if (done === 0) break;
      const entries = (added.entries - before.entries) / done;
      const bytes = (added.bytes - before.bytes) / done;
      if (entries > ENTRIES_AN_HOUR_MAX) found.push(`${name}: ${entries.toFixed(1)} entries an hour`);
      const megabytes = ((bytes * hoursInTenYears) / 1e6).toFixed(0);
      ran.push(
        `${name}: ${(entries * 24).toFixed(0)} entries in 24 hours, ${(bytes / 1000).toFixed(1)} KB an hour, ${megabytes} MB in ten years`,
      );
      say(ran.at(-1) ?? name);
    }
    return { ran: `${hours} hours each; ${ran.join('; ')}`, found };
  } finally {
    await vault.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function issue(client: VaultClient, group: InProcessVault['group'], folder: string): Promise<string> {
  const credential = await client.credentials.create({
    name: 'repeats',
    groups: [{ security_group_id: group, role: 'viewer' }],
  });
  makeFolder(folder);
  writeCredentialFolder(folder, credential);
  return folder;
}

/** Entries of the log, and the bytes of its rows, keys and signatures, without indexes. */
async function entriesOf(dataDir: string): Promise<{ readonly entries: number; readonly bytes: number }> {
  await wait(WRITTEN_AFTER_MS);
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'), { readonly: true });
  const figure = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
  try {
    return {
      entries: figure('SELECT count(*) FROM audit_entries'),
      bytes:
        figure(
          'SELECT sum(length(at) + coalesce(length(key_id), 0) + length(entry) + length(hash) + 8) FROM audit_entries',
        ) +
        figure('SELECT sum(length(key_id) + length(principal_id) + length(packed) + 8) FROM audit_keys') +
        figure(
          'SELECT sum(length(principal_id) + length(hash) + length(signature_ed25519) + length(signature_mldsa65) + 8) FROM audit_signatures',
        ),
    };
  } finally {
    db.close();
  }
}
