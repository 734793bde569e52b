/**
 * `npm run torture [-- --kills N]`: mixed work through the API of a real `srvault serve`, SIGKILL at a random moment,
 * start again, everything asked for and compared with what had been answered; now and then the folder is verified
 * whole. Starting itself is killed too. Vaults side by side, each begun anew after some kills.
 * Source: evidence design, D-2.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { type LifeCounts, liveThrough } from './kill-loop.ts';
import { foundVault } from './served-vault.ts';

/** While one server starts and another ends, a second core is not idle. */
const SIDE_BY_SIDE = 2;
/** Each ended credential is one more signed record to verify at every start: after 60 kills that is half of a kill. */
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
