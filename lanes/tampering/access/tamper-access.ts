/**
 * Changes access rows one by one in a served vault's database. A principal who unlocks then must keep the same
 * identity without new rights or keys, or be refused without a write. A removed one stays out, an unaffected one
 * unlocks as before. After undoing, everything is as before.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { type InProcessVault, startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import { sampleEvenly } from '#lanes/tampering/sample-evenly.ts';
import { CANARY } from '#lanes/tampering/small-vault.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type Crowd, gather, type Way } from './access-fixture.ts';
import { isRefused, look, moreThan, type Refused, readRecords, type Seen } from './observe-access.ts';
import {
  ACCESS_TABLES,
  type AccessTampering,
  listAccessTamperings,
  type Rows,
  readAll,
  writeAll,
} from './row-tamperings.ts';

/** Tables written by unlocking: invites are used up, and each principal remembers the list's length. */
const WRITTEN = ['principals', 'principal_wraps', 'seen_heads'] as const;
/** Error codes of a refusal; a certificate without its row is rejected on connection. */
const REFUSALS = ['crypto_error', 'credential_rejected', 'client_certificate_required'];

/** Every so many tamperings, one is made while the server is down, and the whole list is verified again. */
const STARTS_EVERY = 40;
const READ_AT_START = [
  ...['membership_records', 'principals', 'seen_heads', 'group_grants'],
  ...['security_groups', 'certificates', 'workspace'],
];

export interface AccessOutcome {
  readonly done: number;
  readonly refused: number;
  readonly unchanged: number;
  readonly found: ReadonlySet<string>;
}

export async function tamperAccess(times: number, say: (text: string) => void): Promise<AccessOutcome> {
  const vault = await startInProcessVault('access');
  const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'));
  // Off, because an attacker need not keep foreign keys.
  db.pragma('foreign_keys = OFF');
  db.pragma('ignore_check_constraints = ON');
  try {
    return await tamperVault(vault, db, times, say);
  } finally {
    db.close();
    await vault.remove();
  }
}

async function tamperVault(
  vault: InProcessVault,
  db: Database,
  times: number,
  say: (text: string) => void,
): Promise<AccessOutcome> {
  const crowd = await gather(vault, db, [...ACCESS_TABLES.keys()]);
  const outcome = { done: 0, refused: 0, unchanged: 0, found: new Set<string>() };
  const truth = new Map<Way, Seen | Refused>();
  const client = desktopClient(vault.server.url, vault.dataDir, NOTHING_TWICE);
  const watch: Watch = { db, crowd, truth, records: new Map(), outcome };
  try {
    for (const way of crowd.ways) truth.set(way, await lookAndPutBack(watch, client, way));
    for (const way of crowd.ways)
      if (isRefused(truth.get(way) ?? NOBODY) !== isOut(way))
        throw new Error(`${way.kind} of ${way.name} is not as it should be`);
    const records = await readRecords(crowd.bystander, crowd.documents);
    const share = Math.ceil(times / ACCESS_TABLES.size);
    for (const table of ACCESS_TABLES.keys()) {
      const all = listAccessTamperings(db, table, crowd.once.get(table) ?? []).filter((each) =>
        isTold(each, crowd.ways),
      );
      for (const tampering of sampleEvenly(all, share))
        await tryServed({ ...watch, records }, client, tampering);
      say(`${table}: ${outcome.done} tamperings so far, ${outcome.found.size} found`);
    }
  } finally {
    await client.close();
  }
  const shareAtStart = Math.ceil(times / STARTS_EVERY / READ_AT_START.length);
  for (const table of READ_AT_START) {
    const all = listAccessTamperings(db, table, []).filter((each) => isTold(each, crowd.ways));
    for (const tampering of sampleEvenly(all, shareAtStart)) await tryAtStart(vault, watch, tampering);
    say(`${table}, read at a start: ${outcome.done} tamperings so far, ${outcome.found.size} found`);
  }
  return outcome;
}

const NOBODY: Refused = { code: 'nobody', text: '' };

interface Watch {
  readonly db: Database;
  readonly crowd: Crowd;
  readonly truth: Map<Way, Seen | Refused>;
  /** Records as the bystander reads them. */
  readonly records: ReadonlyMap<string, unknown>;
  readonly outcome: { done: number; refused: number; unchanged: number; found: Set<string> };
}

/** Tests while another member is unlocked, so that the server knows the earlier list. */
async function tryServed(watch: Watch, client: VaultClient, tampering: AccessTampering): Promise<void> {
  const { db, crowd, outcome } = watch;
  const before = snapshot(db, [...WRITTEN, tampering.table]);
  if (!tampering.apply()) return;
  const tell = (problem: string) => void outcome.found.add(`${tampering.what}: ${problem}`);
  const isMet = await tryWays(watch, client, tampering, waysFor(crowd.ways, tampering, outcome.done), tell);
  outcome.done += 1;
  outcome[isMet ? 'refused' : 'unchanged'] += 1;
  for (const [group, record] of await readRecords(crowd.bystander, crowd.documents)) {
    const isKeptOut = tampering.whose === 'everybody' && typeof record === 'string';
    if (!isKeptOut && !isDeepStrictEqual(record, watch.records.get(group)))
      tell('who was unlocked all the while reads something else');
  }
  restore(db, before);
  if (isMet) await comeBack(watch, client, tell);
}

/** Checks that one of the principals unlocks as before after undoing the tampering. */
async function comeBack(watch: Watch, client: VaultClient, tell: (problem: string) => void): Promise<void> {
  const { crowd, truth, outcome } = watch;
  const all = crowd.ways.filter((way) => isQuick(way) && !isOut(way));
  const way = all[outcome.done % all.length];
  if (way === undefined) return;
  const was = truth.get(way);
  if (was === undefined || !isSameLook(was, await lookAndPutBack(watch, client, way)))
    tell(`put back, ${way.name} is not who they were`);
}

/** Tests after a restart without any unlock, when the server knows only the folder. */
async function tryAtStart(vault: InProcessVault, watch: Watch, tampering: AccessTampering): Promise<void> {
  const { db, crowd, outcome } = watch;
  const before = new Map<string, Rows>();
  const tell = (problem: string) => void outcome.found.add(`${tampering.what}, then a start: ${problem}`);
  let isApplied = false;
  let isMet = true;
  try {
    await vault.restart(() => {
      for (const [table, rows] of snapshot(db, [...WRITTEN, tampering.table])) before.set(table, rows);
      isApplied = tampering.apply();
    });
    const client = desktopClient(vault.server.url, vault.dataDir, NOTHING_TWICE);
    const state = await client.vault.get().then(
      (answer) => answer.state,
      () => 'refused',
    );
    if (state === 'uninitialized') tell('taken for a vault that was never begun');
    const ways = crowd.ways.filter((way) => isQuick(way)).slice(outcome.done % 3);
    isMet = await tryWays(watch, client, tampering, ways, tell);
    await client.close();
  } catch (error) {
    if (String(error).includes(CANARY)) tell('shown in why it does not start');
  }
  if (isApplied) {
    outcome.done += 1;
    outcome[isMet ? 'refused' : 'unchanged'] += 1;
  }
  await vault.restart(() => restore(db, before));
  const client = desktopClient(vault.server.url, vault.dataDir, NOTHING_TWICE);
  await comeBack(watch, client, tell);
  await client.close();
}

/** Tries every way of every principal to unlock. @returns true if any principal was refused. */
async function tryWays(
  watch: Watch,
  client: VaultClient,
  tampering: AccessTampering,
  ways: readonly Way[],
  tell: (problem: string) => void,
): Promise<boolean> {
  const { db, crowd, truth } = watch;
  let isMet = false;
  for (const way of ways) {
    const written = snapshot(db, ['principals', 'principal_wraps']);
    const now = await look(client, way, crowd.documents);
    const was = truth.get(way) ?? NOBODY;
    if (isRefused(now)) {
      isMet ||= !isRefused(was);
      if (!isDeepStrictEqual(snapshot(db, ['principals', 'principal_wraps']), written))
        tell(`${way.kind} of ${way.name} was refused, and something was written`);
      if (!REFUSALS.includes(now.code)) tell(`${way.kind} of ${way.name}: ${now.text}`);
      if (now.text.includes(CANARY)) tell('shown in the error');
      if (isOthers(way, tampering) && !isRefused(was)) tell(`${way.name} is kept out, too`);
    } else if (isRefused(was)) {
      tell(`${way.name} was out, and came in by ${way.kind}`);
    } else {
      for (const more of moreThan(was, now)) tell(`${way.name}: ${more}`);
      isMet ||= !isSameLook(was, now);
    }
  }
  return isMet;
}

/** Returns true if some unlock would show the change; false for a wrap whose secret the fixture lacks. */
function isTold({ whose, wrap }: AccessTampering, ways: readonly Way[]): boolean {
  if (whose === 'everybody') return true;
  return ways.some(({ principal_id, kind }) => principal_id === whose && (wrap === null || wrap === kind));
}

/** Chooses the ways to try: those of the row's principal, then one other in turn; some of all for a common row. */
function waysFor(ways: readonly Way[], { whose, wrap }: AccessTampering, turn: number): Way[] {
  const quick = ways.filter(isQuick);
  if (whose === 'everybody') return [0, 2, 4].flatMap((step) => quick[(turn + step) % quick.length] ?? []);
  const others = quick.filter((way) => way.principal_id !== whose && !isOut(way));
  const theirs = ways.filter((way) => way.principal_id === whose);
  const byWrap = theirs.filter(({ kind }) => kind === wrap);
  // Passphrases are slow and a recovery leaves a permanent notice, so they are used only for a changed wrap of their
  // own.
  const asked = byWrap.length > 0 ? byWrap : theirs.filter((way) => isQuick(way) || way.kind === 'invite');
  return [...asked, ...[others[turn % others.length]].flatMap((way) => way ?? [])];
}

function isQuick({ kind }: Way): boolean {
  return kind === 'device' || kind === 'token';
}

function isOut({ name }: Way): boolean {
  return name === 'Dan' || name === 'ended';
}

function isOthers(way: Way, { whose }: AccessTampering): boolean {
  return whose !== 'everybody' && way.principal_id !== whose;
}

async function lookAndPutBack({ db, crowd }: Watch, client: VaultClient, way: Way): Promise<Seen | Refused> {
  const before = way.kind === 'invite' ? snapshot(db, WRITTEN) : undefined;
  const seen = await look(client, way, crowd.documents);
  if (before !== undefined) restore(db, before);
  return seen;
}

function isSameLook(a: Seen | Refused | undefined, b: Seen | Refused): boolean {
  if (a === undefined || isRefused(a) || isRefused(b)) return a !== undefined && isRefused(a) && isRefused(b);
  return isDeepStrictEqual(a, b);
}

function snapshot(db: Database, tables: readonly string[]): ReadonlyMap<string, Rows> {
  return new Map(tables.map((table) => [table, readAll(db, table)]));
}

function restore(db: Database, tables: ReadonlyMap<string, Rows>): void {
  for (const [table, rows] of tables) writeAll(db, table, rows);
}
