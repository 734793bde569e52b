/**
 * `npm run torture [-- --kills N]`: mixed work on a real `srvault serve`, SIGKILL at a random moment, restart, then
 * comparison with all confirmed results. The folder is verified now and then, and starting is killed too. Vaults run
 * in parallel and are replaced after some kills.
 * Source: evidence design, D-2.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { type LifeCounts, liveThrough } from './kill-loop.ts';
import { foundVault } from './served-vault.ts';

/** Number of parallel vaults, so that a second core is used while servers start and end. */
const SIDE_BY_SIDE = 2;
/**
 * Kills before a vault is replaced, because each revoked credential adds a signed record that every start verifies.
 */
const KILLS_OF_A_LIFE = 20;

export const TORTURE: Lane = {
  name: 'torture',
  proves: 'A killed server keeps every answered write, holds no half one, and verifies clean.',
  unit: 'kills',
  times: 2000,
  run: torture,
};

async function torture(kills: number, say: (text: string) => void, stop: AbortSignal): Promise<LaneOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-torture-'));
  try {
    const founded = await foundVault(join(scratch, 'founded'));
    const counts: LifeCounts = { kills: 0, startKills: 0, answered: 0, verified: 0 };
    const found: string[] = [];
    let begun = 0;
    let lives = 0;

    async function liveOneAfterTheOther(): Promise<void> {
      while (begun < kills && !stop.aborted) {
        const own = Math.min(KILLS_OF_A_LIFE, kills - begun);
        begun += own;
        lives += 1;
        const name = `vault ${lives}`;
        const folder = join(scratch, String(lives));
        const note = (words: string): void => {
          found.push(`${name}, ${words}`);
          say(`${name}, ${words}`);
        };
        await liveThrough(founded.copyTo(folder), { kills: own, counts, note, stop });
        rmSync(folder, { recursive: true });
        say(`${counts.kills} kills, ${counts.answered} answered requests, ${found.length} found`);
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, liveOneAfterTheOther));
    return { ran: wordsOf(counts, kills, lives), found };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function wordsOf({ kills, startKills, answered, verified }: LifeCounts, wanted: number, lives: number) {
  const number = (value: number) => value.toLocaleString('en');
  const asked = kills < wanted ? ` of ${number(wanted)} asked for` : '';
  return `${number(kills)} kills${asked} in the middle of work and ${number(startKills)} while starting, ${number(answered)} answered requests, ${number(lives)} vaults, each verified whole (${number(verified)} times)`;
}
