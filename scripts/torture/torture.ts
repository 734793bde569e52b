/**
 * `npm run torture [-- --kills N]`: mixed work through the API of a real `srvault serve`, SIGKILL at a random moment,
 * start again, everything asked for and compared with what had been answered; now and then the folder is verified
 * whole. Starting itself is killed too.
 * Source: evidence design, D-2.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lane, LaneOutcome } from '#scripts/long/lane.ts';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { verifyFolder } from '#server/verify-folder.ts';
import { credentialKind, preferencesKind } from './access.ts';
import { patientKind } from './documents.ts';
import { fileKind } from './files.ts';
import { foundVault, type ServedVault, type VaultUnderTest } from './served-vault.ts';
import { type Subject, track } from './subject.ts';

/** Answers until the kill, not time: a slow machine is no easier on the vault. */
const ANSWERED_MAX = 40;
/** Into the work that comes next. */
const FURTHER_MS_MAX = 40;
const STARTING_MS_MAX = 1500;
const VERIFIED_EVERY = 20;
/** What an upload leaves that was cut off between its file and its row: kept, and told, until a person decides. */
const EXPECTED_FINDING = 'quarantined';

export const TORTURE: Lane = {
  name: 'torture',
  proves: 'A killed server keeps every answered write, holds no half one, and verifies clean.',
  unit: 'kills',
  times: 200,
  run: torture,
};

async function torture(kills: number, say: (text: string) => void): Promise<LaneOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-torture-'));
  try {
    const vault = await foundVault(scratch);
    const subjects = [
      ...Array.from({ length: 10 }, () => track(patientKind(vault.group))),
      ...Array.from({ length: 6 }, () => track(fileKind(vault.group))),
      track(preferencesKind()),
      track(credentialKind(vault.group)),
    ];
    const counts = { writes: 0, startKills: 0, verified: 0 };
    const found: string[] = [];
    const note = (kill: string, each: readonly string[]): void => {
      for (const words of each) {
        found.push(`${kill}: ${words}`);
        say(`${kill}: ${words}`);
      }
    };
    for (let kill = 1; kill <= kills; kill += 1) {
      const served = await vault.serve();
      const problems = await checkAll(subjects, served.client);
      const worked = await workUntilKilled(subjects, served);
      note(`kill ${kill}`, [...problems, ...worked.refused]);
      counts.writes += worked.answered;
      if (randomInt(8) === 0) {
        await killWhileStarting(vault);
        counts.startKills += 1;
      }
      if (kill % VERIFIED_EVERY === 0 || kill === kills) {
        note(`after kill ${kill}`, await stopAndVerify(vault, subjects));
        counts.verified += 1;
      }
      if (kill % 10 === 0) say(`${kill} kills, ${counts.writes} answered writes, ${found.length} found`);
    }
    const ran = `${kills} kills in the middle of work and ${counts.startKills} while starting, ${counts.writes.toLocaleString('en')} answered requests, folder verified ${counts.verified} times`;
    return { ran, found };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function checkAll(subjects: readonly Subject[], client: VaultClient): Promise<string[]> {
  const found: string[] = [];
  for (const subject of subjects) {
    const problem = await subject.check(client).catch(messageOf);
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

/** How many requests were answered, and what the vault refused although nothing was wrong with it. */
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

async function killWhileStarting(vault: VaultUnderTest): Promise<void> {
  const starting = vault.spawn();
  await wait(randomInt(1, STARTING_MS_MAX));
  await starting.kill();
}

/** Started once more, so that what starting clears away is cleared away, stopped in order, verified. */
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
