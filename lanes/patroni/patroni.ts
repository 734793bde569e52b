/**
 * `npm run test:long -- patroni`: a vault server whose PostgreSQL runs under Patroni with etcd and synchronous
 * standbys, reached by one address with all hosts. The leader is lost repeatedly during writes.
 * Source: clinic design, sections 10 and 13.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { settle } from '#lanes/cluster-failures/crash-scenarios.ts';
import { eventually } from '#lanes/cluster-failures/standby.ts';
import { foundAt, nodeAt, verifyAt } from '#lanes/cluster-failures/vault-server.ts';
import { createWriter } from '#lanes/cluster-failures/writer.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import {
  askLeader,
  PATRONI_MISSING,
  type PatroniCluster,
  type PatroniMember,
  startPatroni,
} from './patroni-cluster.ts';

export const PATRONI: Lane = {
  name: 'patroni',
  proves:
    'PostgreSQL under Patroni with synchronous standbys, its leader crashed, lost with its machine, switched over or with its Patroni frozen: the server follows by itself, no answered write is lost and none is doubled.',
  unit: 'failovers',
  times: 20,
  run: patroniFailures,
};

const MEMBERS = 3;
const WRITERS = 4;
const DATABASE = 'clinic';
const WORK_MS = 1500;

interface Blow {
  readonly name: string;
  readonly strike: (leader: PatroniMember, cluster: PatroniCluster) => Promise<void> | void;
  /** Restores the lost member once another one leads. */
  readonly mend: (lost: PatroniMember) => void;
}

const BLOWS: readonly Blow[] = [
  { name: 'a crash', strike: (leader) => leader.killDatabase(), mend: () => undefined },
  { name: 'a lost machine', strike: (leader) => leader.kill(), mend: (lost) => lost.start() },
  {
    name: 'a switch-over',
    strike: (leader, cluster) => cluster.switchOver(leader),
    mend: () => undefined,
  },
  // A frozen Patroni leaves its database running as if it led, beside the next leader.
  {
    name: 'a frozen Patroni',
    strike: (leader) => leader.freezePatroni(),
    mend: (lost) => lost.thawPatroni(),
  },
];

async function patroniFailures(
  times: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  if (PATRONI_MISSING !== undefined) return { ran: 'nothing', found: [], skipped: PATRONI_MISSING };
  await buildCommandLine();
  const cluster = await startPatroni(MEMBERS);
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-under-patroni-'));
  const place = {
    dataDir: join(scratch, 'vault'),
    stateDir: join(scratch, 'state'),
    store: cluster.url(DATABASE),
  };
  try {
    await askLeader(cluster, 'postgres', `CREATE DATABASE ${DATABASE}`);
    const { group, secret } = await foundAt(place);
    const node = nodeAt(place, secret);
    await node.start();
    const writers = Array.from({ length: WRITERS }, () => createWriter(group));
    const counts = new Map<string, number>();
    const found: string[] = [];
    let unknown = 0;
    const aways: number[] = [];
    try {
      for (let count = 0; count < times && !stop.aborted; count += 1) {
        const blow = BLOWS[count % BLOWS.length];
        if (blow === undefined) break;
        const name = `${blow.name} (${count + 1})`;
        const lost = await cluster.ready();
        let isOver = false;
        const ended = Promise.allSettled(writers.map((writer) => writer.work(node.client(), () => isOver)));
        await wait(WORK_MS * Math.random());
        const struckAt = performance.now();
        await blow.strike(lost, cluster);
        await eventually(async () => {
          if ((await cluster.leader()).name === lost.name) throw new Error(`${name}: nobody else leads`);
        });
        // An old leader that still believes it leads must confirm no more commits.
        isOver = true;
        for (const each of await ended) {
          if (each.status === 'rejected') found.push(`${name}: answered ${String(each.reason)}`);
          else if (each.value === 'unknown') unknown += 1;
          else if (each.value === 'cut') found.push(`${name}: a server that lives did not answer`);
        }
        blow.mend(lost);
        found.push(...(await settle(name, writers, { node })).found);
        aways.push(performance.now() - struckAt);
        const ids = writers.flatMap((writer) => writer.ids());
        await cluster.ready();
        const rows = Number(await askLeader(cluster, DATABASE, 'SELECT count(*) FROM documents'));
        if (rows !== ids.length) found.push(`${name}: ${rows} documents of ${ids.length} requests`);
        counts.set(blow.name, (counts.get(blow.name) ?? 0) + 1);
        const answered = writers.reduce((sum, writer) => sum + writer.answered(), 0);
        say(`${name}: ${seconds(aways.at(-1))}, ${answered} answered, ${found.length} found`);
      }
      await node.stop();
      found.push(...(await verifyAt(place)));
    } finally {
      await node.kill();
    }
    const answered = writers.reduce((sum, writer) => sum + writer.answered(), 0);
    const blows = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
    return {
      ran: `${blows}; ${answered.toLocaleString('en')} answered writes, ${unknown} failed ones found out; all answered again after ${seconds(median(aways))} in the median, ${seconds(Math.max(...aways))} at most`,
      found,
    };
  } finally {
    cluster.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
const seconds = (ms = 0): string => `${(ms / 1000).toFixed(0)} s`;
