/**
 * Kills servers and the database during writes: at random, inside a transaction, or after a COMMIT before its
 * response. Finally kills a primary whose synchronous standby takes over.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { psql } from '#scripts/postgres/cluster.ts';
import { backUntil, eventually, startStandby } from './standby.ts';
import type { ClinicHere } from './test-cluster.ts';
import type { ServedNode } from './vault-server.ts';
import { createWriter, type Writer } from './writer.ts';

const WRITERS = 4;
const WORK_MS_MAX = 400;
/** Longest wait on a busy machine for the chosen moment; the kill is random after that. */
const HALT_MAX_MS = 4_000;
/**
 * Share of kills that hit a server instead of the database: one in this many, because a server starts far slower.
 */
const SERVER_EVERY = 6;

/** Moments of a kill: random, before the COMMIT, or after it but before the response. */
const MOMENTS = [undefined, 'inside', 'unanswered'] as const;

interface Settled {
  readonly found: readonly string[];
  /** True if the vault responds again; if not, later steps would only wait. */
  readonly isBack: boolean;
}

interface Killed extends Settled {
  readonly counts: {
    readonly databases: number;
    readonly servers: number;
    readonly promotions: number;
    /** Numbers of kills inside a transaction, and before the response to a COMMIT. */
    readonly inside: number;
    readonly unanswered: number;
    readonly answered: number;
    readonly repeated: number;
  };
}

interface Blow {
  /** Name used in findings. */
  readonly name: string;
  readonly isOfServer: boolean;
  readonly strike: () => Promise<void> | void;
  readonly mend: () => Promise<void> | void;
}

export async function killMany(
  clinic: ClinicHere,
  kills: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<Killed> {
  const { node, cluster, sql } = clinic;
  const writers = Array.from({ length: WRITERS }, () => createWriter(clinic.group));
  const counts = {
    databases: 0,
    servers: 0,
    promotions: 0,
    inside: 0,
    unanswered: 0,
    answered: 0,
    repeated: 0,
  };
  const found: string[] = [];
  let isBack = true;

  /** Runs one kill during writes, at one of the moments. */
  async function take({ name, isOfServer, strike, mend }: Blow): Promise<void> {
    const moment = MOMENTS[randomInt(MOMENTS.length)];
    let isOver = false;
    const ended = Promise.allSettled(writers.map((writer) => writer.work(node.client(), () => isOver)));
    await wait(randomInt(WORK_MS_MAX));
    if (moment !== undefined) {
      const { relay } = node;
      const halted = moment === 'inside' ? relay.haltWithin() : relay.haltAt('COMMIT');
      const isHalted = await Promise.race([halted.then(() => true), wait(HALT_MAX_MS, false)]);
      if (isHalted) counts[moment] += 1;
    }
    isOver = true;
    await strike();
    node.relay.refuse();
    await mend();
    for (const each of await ended) {
      if (each.status === 'rejected') found.push(`${name}: answered ${String(each.reason)}`);
      else if (each.value === 'unknown') counts.repeated += 1;
      else if (each.value === 'cut' && !isOfServer) found.push(`${name}: a server that lives did not answer`);
    }
    const settled = await settle(name, writers, clinic);
    found.push(...settled.found);
    isBack = settled.isBack;
    const ids = writers.flatMap((writer) => writer.ids());
    const rows = Number(sql('SELECT count(*) FROM documents'));
    if (rows !== ids.length) found.push(`${name}: ${rows} documents of ${ids.length} requests`);
  }

  const ofServer = {
    isOfServer: true,
    strike: node.kill,
    async mend() {
      node.relay.thaw();
      await node.start();
    },
  };
  const ofDatabase = {
    isOfServer: false,
    strike: () => cluster().crash(),
    mend() {
      cluster().start();
      node.relay.thaw();
    },
  };

  async function promote(): Promise<void> {
    const primary = cluster();
    const standby = await startStandby(primary, 'keeps_up');
    const ask = (text: string) => psql(primary.url('postgres'), text);
    ask("ALTER SYSTEM SET synchronous_standby_names = 'keeps_up'");
    ask('SELECT pg_reload_conf()');
    await eventually(async () => {
      if (ask('SELECT sync_state FROM pg_stat_replication') !== 'sync')
        throw new Error('not synchronous yet');
    });
    // A checkpoint makes sure that every session has read the changed setting.
    ask('CHECKPOINT');
    await take({
      name: 'promotion',
      isOfServer: false,
      strike: primary.crash,
      mend() {
        standby.promote();
        clinic.lead(standby);
      },
    });
  }

  for (let count = 1; count <= kills && !stop.aborted && isBack; count += 1) {
    const isOfServer = count % SERVER_EVERY === 2;
    await take({ name: `kill ${count}`, ...(isOfServer ? ofServer : ofDatabase) });
    counts[isOfServer ? 'servers' : 'databases'] += 1;
    if (count % 10 === 0) say(`${count} kills, ${sum(writers)} answered, ${found.length} found`);
  }
  if (isBack) {
    say('a synchronous standby takes over');
    await promote();
    counts.promotions += 1;
  }
  counts.answered = sum(writers);
  return { counts, found, isBack };
}

const sum = (writers: readonly Writer[]) => writers.reduce((total, writer) => total + writer.answered(), 0);

/** Waits until the vault responds again, and compares. */
export async function settle(
  name: string,
  writers: readonly Writer[],
  { node }: { readonly node: Pick<ServedNode, 'client'> },
): Promise<Settled> {
  const until = backUntil();
  const found: string[] = [];
  try {
    for (const writer of writers) {
      const wrong = await eventually(async () => {
        await writer.settle(node.client());
        return writer.check(node.client());
      }, until);
      found.push(...wrong.map((each) => `${name}: ${each}`));
    }
  } catch (error) {
    found.push(`${name}: nothing answers again: ${String(error)}`);
    return { found, isBack: false };
  }
  return { found, isBack: true };
}
