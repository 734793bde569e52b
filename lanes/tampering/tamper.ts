/**
 * `npm run test:long -- tamper`: changes the cells and files of a served vault one by one. A changed object must keep
 * its response or return an error without content; everything else must respond as before. After undoing, all must be
 * as before.
 * Source: evidence design, D-5.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { tamperAccess } from './access/tamper-access.ts';
import { listTamperings, type Tampering, type Target } from './mutations.ts';
import { sampleEvenly } from './sample-evenly.ts';
import { CANARY, type SmallVault, startSmallVault } from './small-vault.ts';

/** A missing or misplaced row is not found; a broken file cuts the connection. */
const REFUSALS = ['crypto_error', 'not_found'];

export const TAMPER: Lane = {
  name: 'tamper',
  proves:
    'Nothing changed behind the vault’s back is opened as something else, shown, lost, or in the way of the rest.',
  unit: 'tamperings',
  times: 16_000,
  run: tamper,
};

/** Share of changes in access rows. */
const ACCESS_SHARE = 0.25;

async function tamper(times: number, say: (text: string) => void): Promise<LaneOutcome> {
  const content = await tamperContent(Math.round(times * (1 - ACCESS_SHARE)), say);
  const access = await tamperAccess(Math.round(times * ACCESS_SHARE), say);
  const ran = `${inWords('cells and files of documents and drives', content)}; ${inWords('cells and rows of who is who', access)}`;
  return { ran, found: [...content.found, ...access.found] };
}

interface Counted {
  readonly done: number;
  readonly refused: number;
  readonly unchanged: number;
}

function inWords(what: string, { done, refused, unchanged }: Counted): string {
  const [all, no, same] = [done, refused, unchanged].map((count) => count.toLocaleString('en'));
  return `${all} ${what} changed: ${no} refused, ${same} without a difference`;
}

async function tamperContent(times: number, say: (text: string) => void) {
  const vault = await startSmallVault();
  const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'));
  // Off, because an attacker need not keep foreign keys.
  db.pragma('foreign_keys = OFF');
  db.pragma('ignore_check_constraints = ON');
  try {
    const all = sampleEvenly(listTamperings(db, vault.blobs), times);
    const truth = await readAll(vault, all);
    const found = new Set<string>();
    const counts = { done: 0, unchanged: 0, refused: 0 };
    for (const tampering of all) {
      if (!tampering.apply()) continue;
      counts.done += 1;
      for (const problem of await judge(vault, truth, tampering, counts)) found.add(problem);
      tampering.undo();
      if (counts.done % 500 === 0) say(`${counts.done} tamperings, ${found.size} found`);
    }
    if (!isDeepStrictEqual(await readAll(vault, all), truth)) found.add('undone, not all is as it was');
    return { ...counts, found };
  } finally {
    db.close();
    await vault.close();
  }
}

interface Truth {
  readonly answers: ReadonlyMap<string, unknown>;
  readonly listed: ReadonlyMap<string, unknown>;
}

async function readAll(vault: SmallVault, all: readonly Tampering[]): Promise<Truth> {
  const answers = new Map<string, unknown>();
  for (const { target } of all) {
    const key = keyOf(target);
    if (!answers.has(key)) answers.set(key, await vault.read(target));
  }
  return { answers, listed: await vault.list() };
}

async function judge(
  vault: SmallVault,
  { answers, listed }: Truth,
  { what, target }: Tampering,
  counts: { unchanged: number; refused: number },
): Promise<string[]> {
  const found: string[] = [];
  try {
    const answer = await vault.read(target);
    if (isDeepStrictEqual(answer, answers.get(keyOf(target)))) counts.unchanged += 1;
    else found.push(`${what}: opened as something else`);
  } catch (error) {
    counts.refused += 1;
    if (!isRefusal(error)) found.push(`${what}: ${String(error)}`);
    if (String(error).includes(CANARY)) found.push(`${what}: shown in the error`);
  }
  const now = await vault.list().catch((error: unknown) => String(error));
  if (typeof now === 'string') found.push(`${what}: the list answers ${now}`);
  else {
    for (const [id, row] of listed) {
      const shown = now.get(id);
      if (isDeepStrictEqual(shown, row)) continue;
      // The changed object may be marked or missing from its list.
      if (id !== target.id) found.push(`${what}: another is listed otherwise`);
      else if (shown !== undefined && shown !== null) found.push(`${what}: listed as something else`);
    }
  }
  return found;
}

function isRefusal(error: unknown): boolean {
  if (error instanceof VaultApiError) return REFUSALS.includes(error.code);
  return error instanceof APIConnectionError;
}

function keyOf({ kind, id, version_id = '' }: Target): string {
  return `${kind} ${id} ${version_id}`;
}
