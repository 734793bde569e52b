/** Starts a PostgreSQL standby, and waits for its replication. */
import { setTimeout as wait } from 'node:timers/promises';
import { type PostgresCluster, psql } from '#scripts/postgres/cluster.ts';

const BACK_MAX_MS = 10 * 60_000;
const TRY_AGAIN_MS = 100;

/** Deadline for recovery, from now on. */
export const backUntil = (): number => performance.now() + BACK_MAX_MS;

/** Repeats the work until it succeeds. @throws its last error after the deadline */
export async function eventually<T>(work: () => Promise<T>, until = backUntil()): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(TRY_AGAIN_MS);
    }
  }
}

/** `name` identifies the standby to the primary. */
export async function startStandby(primary: PostgresCluster, name: string): Promise<PostgresCluster> {
  const standby = await primary.follow(name);
  await eventually(async () => {
    const states = psql(primary.url('postgres'), 'SELECT state FROM pg_stat_replication');
    if (!states.includes('streaming')) throw new Error('the standby does not follow');
  });
  return standby;
}
