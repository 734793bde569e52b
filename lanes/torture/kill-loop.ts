/** Runs one vault through its kills: works, kills, checks everything; finally verifies the folder. */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import type { ServedVault, VaultUnderTest } from './served-vault.ts';
import { credentialKind, preferencesKind } from './tracked-access.ts';
import { patientKind } from './tracked-documents.ts';
import { fileKind } from './tracked-files.ts';
import { type Subject, track } from './tracked-object.ts';

/** Number of responses before a kill, instead of time, so that a slow machine tests as much. */
const ANSWERED_MAX = 40;
/** Longest delay of the kill into the next operation. */
const FURTHER_MS_MAX = 40;
/** Finding of an upload interrupted between its file and its row: kept until a person decides. */
const EXPECTED_FINDING = 'quarantined';

/** Counts of all vaults together. */
export interface LifeCounts {
  kills: number;
  startKills: number;
  answered: number;
  verified: number;
}

export interface Life {
  readonly kills: number;
  readonly counts: LifeCounts;
  /** Receives each failure. */
  readonly note: (words: string) => void;
  readonly stop: AbortSignal;
}

/** Runs until stopped; a stop ends the kills but still verifies. */
export async function liveThrough(vault: VaultUnderTest, { kills, counts, note, stop }: Life): Promise<void> {
  const subjects = [
    ...Array.from({ length: 10 }, () => track(patientKind(vault.group))),
    ...Array.from({ length: 6 }, () => track(fileKind(vault.group))),
    track(preferencesKind()),
    track(credentialKind(vault.group)),
  ];
  for (let kill = 1; kill <= kills && !stop.aborted; kill += 1) {
    const startedAt = performance.now();
    const served = await vault.serve();
    const startingMs = performance.now() - startedAt;
    const problems = await checkAll(subjects, served.client);
    const worked = await workUntilKilled(subjects, served);
    for (const words of [...problems, ...worked.refused]) note(`kill ${kill}: ${words}`);
    counts.kills += 1;
    counts.answered += worked.answered;
    if (randomInt(8) === 0) {
      await killWhileStarting(vault, startingMs);
      counts.startKills += 1;
    }
  }
  for (const words of await stopAndVerify(vault, subjects)) note(`in the end: ${words}`);
  counts.verified += 1;
}

async function checkAll(subjects: readonly Subject[], client: VaultClient): Promise<string[]> {
  const found: string[] = [];
  for (const subject of subjects) {
    const problem = await subject.check(client).catch(messageOf);
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

/** Returns the number of responses, and errors the vault returned without cause. */
async function workUntilKilled(subjects: readonly Subject[], { client, kill }: ServedVault) {
  let answered = 0;
  const refused: string[] = [];
  const wanted = randomInt(ANSWERED_MAX);
  const enough = Promise.withResolvers<void>();
  let isKilled = false;
  const working = subjects.map(async (subject) => {
    try {
      for (let broken: string | undefined; broken === undefined; ) {
        broken = await subject.work(client);
        if (broken === undefined) answered += 1;
        else if (!isKilled) refused.push(`the connection broke before the kill: ${broken}`);
        if (answered >= wanted) enough.resolve();
      }
    } catch (error) {
      refused.push(messageOf(error));
    }
  });
  await Promise.race([enough.promise, Promise.all(working)]);
  await wait(randomInt(FURTHER_MS_MAX));
  isKilled = true;
  await kill();
  await Promise.all(working);
  return { answered, refused };
}

/**
 * Kills the server while it starts. @param startingMs duration of the last start, so that some kills come just
 * after it.
 */
async function killWhileStarting(vault: VaultUnderTest, startingMs: number): Promise<void> {
  const starting = vault.spawn();
  await wait(randomInt(1, Math.ceil(startingMs * 1.2) + 1));
  await starting.kill();
}

/** Starts once more, so that cleaning up happens, stops in order, and verifies. */
async function stopAndVerify(vault: VaultUnderTest, subjects: readonly Subject[]): Promise<string[]> {
  const served = await vault.serve();
  const found = await checkAll(subjects, served.client);
  await served.stop();
  const { findings, unopened } = await verifyFolder(vault);
  const notExpected = findings.filter(({ code }) => code !== EXPECTED_FINDING);
  return [
    ...found,
    ...notExpected.map(({ code, id }) => `verify: ${code} ${id}`),
    ...(unopened === 0 ? [] : [`verify: ${unopened} objects could not be opened`]),
  ];
}

function messageOf(error: unknown): string {
  if (error instanceof APIConnectionError) return 'the vault does not answer';
  return error instanceof Error ? error.message : String(error);
}
