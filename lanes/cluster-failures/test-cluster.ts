/**
 * Test fixture: a vault on its own PostgreSQL with several servers, each behind a network that can be interrupted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCommandLine } from '#scripts/build/build.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay, type TcpRelay } from '#scripts/postgres/tcp-relay.ts';
import { foundAt, joinAt, nodeAt, type ServedNode, verifyAt } from './vault-server.ts';

const DATABASE = 'clinic';

/** Server of the test clinic, behind its own interruptible network. */
export interface ClinicNode extends ServedNode {
  readonly relay: TcpRelay;
}

export interface ClinicHere {
  /** Database that every server uses. */
  readonly cluster: () => PostgresCluster;
  readonly group: string;
  /** First server, over its own network. */
  readonly node: ClinicNode;
  /** Starts another server. */
  readonly join: () => Promise<ClinicNode>;
  /** Redirects every server to this database. */
  readonly lead: (to: PostgresCluster) => void;
  readonly sql: (text: string) => string;
  /** Verifies the whole unserved vault; returns the problems. */
  readonly verify: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

/** `delayMs` of each piece between a server and the database, each way. */
export async function startClinic(delayMs = 0): Promise<ClinicHere> {
  await buildCommandLine();
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-clinic-'));
  const first = await startPostgres();
  const clusters = [first];
  let leading = first;
  psql(first.url('postgres'), `CREATE DATABASE ${DATABASE}`);

  async function place(name: string) {
    const relay = await startRelay(leading.port, delayMs);
    const store = first.url(DATABASE).replace(`:${first.port}/`, `:${relay.port}/`);
    return { dataDir: join(scratch, name), stateDir: join(scratch, `${name}-state`), relay, store };
  }
  const one = await place('one');
  const { group, secret } = await foundAt(one);
  const founding = { ...nodeAt(one, secret), relay: one.relay };
  const nodes = [founding];

  return {
    cluster: () => leading,
    group,
    node: founding,
    async join() {
      const at = await place(`node${nodes.length + 1}`);
      await joinAt(at);
      const node = { ...nodeAt(at, secret), relay: at.relay };
      nodes.push(node);
      await node.start();
      return node;
    },
    lead(to) {
      if (!clusters.includes(to)) clusters.push(to);
      leading = to;
      for (const { relay } of nodes) {
        relay.lead(to.port);
        relay.refuse();
        relay.thaw();
      }
    },
    sql: (text) => psql(leading.url(DATABASE), text),
    verify: () => verifyAt(one),
    async remove() {
      for (const node of nodes) await node.kill();
      for (const { relay } of nodes) relay.end();
      for (const cluster of clusters) cluster.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
