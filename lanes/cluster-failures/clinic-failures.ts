/**
 * `npm run test:long -- clinic`: kills servers of a vault on PostgreSQL, and PostgreSQL itself, repeatedly during
 * writes. Then tests a standby's promotion, lost commits, a silent network and a frozen server.
 * Source: clinic design, sections 10 and 13.
 */
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { POSTGRES_PROGRAMS } from '#scripts/postgres/cluster.ts';
import { killMany } from './crash-scenarios.ts';
import { asynchronousStandby, frozenServer, silentNetwork, twoPrimaries } from './failover-scenarios.ts';
import { startClinic } from './test-cluster.ts';

export const CLINIC: Lane = {
  name: 'clinic',
  proves:
    'Servers of a vault on PostgreSQL, and PostgreSQL, killed, cut off, frozen or failed over: no answered write is lost, none is doubled, and what was lost is noticed.',
  unit: 'kills',
  times: 500,
  run: clinicFailures,
};

async function clinicFailures(
  kills: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  if (POSTGRES_PROGRAMS === undefined)
    return { ran: 'nothing', found: [], skipped: 'PostgreSQL is not installed here.' };
  const clinic = await startClinic();
  try {
    await clinic.node.start();
    const { counts, found: ofKills, isBack } = await killMany(clinic, kills, say, stop);
    const found = [...ofKills];
    if (!isBack) return { ran: `${counts.databases + counts.servers} kills`, found };
    say('a network falls silent');
    await silentNetwork(clinic, 'both', found);
    await silentNetwork(clinic, 'answers', found);
    say('a server freezes');
    const other = await clinic.join();
    await frozenServer(clinic, other, found);
    await other.stop();
    say('a standby that has fallen behind takes over');
    await asynchronousStandby(clinic, found);
    await clinic.node.stop();
    found.push(...(await clinic.verify()));
    say('two databases take writes');
    await standApart(found);
    const { databases, servers, promotions, inside, unanswered, answered, repeated } = counts;
    const ran = `${databases} kills of the database and ${servers} of a server, ${promotions} of a primary whose synchronous standby took over, ${inside} of them inside a transaction, ${unanswered} before the answer to a COMMIT; ${answered.toLocaleString('en')} answered writes, ${repeated} failed ones found out; a promotion that lost commits, two primaries at once, two silent networks, a frozen server`;
    return { ran, found };
  } finally {
    await clinic.remove();
  }
}

/** Uses its own vault, because the two diverging databases cannot be merged again. */
async function standApart(found: string[]): Promise<void> {
  const clinic = await startClinic();
  try {
    await clinic.node.start();
    await twoPrimaries(clinic, await clinic.join(), found);
  } finally {
    await clinic.remove();
  }
}
