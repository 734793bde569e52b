/** Test fixture: a vault served by another process, in a folder or on a PostgreSQL, which can be killed or far away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClinic } from '#lanes/cluster-failures/test-cluster.ts';
import { foundAt, nodeAt, type ServedNode, verifyAt } from '#lanes/cluster-failures/vault-server.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import { laterMs } from './measure-distance.ts';

/** Delay of each piece on its way to and from a database far away. */
const FAR_MS = 1;

export interface Scene {
  readonly engine: 'SQLite' | 'PostgreSQL' | 'PostgreSQL far away';
  /** How much later the database answers than without the network between; undefined beside it. */
  readonly distanceMs?: number;
  readonly node: ServedNode;
  readonly group: string;
  /** Kills and restarts the database; undefined without a separate one. */
  readonly crash?: () => void;
  /** Verifies the unserved vault; returns the problems. */
  readonly verify: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

export function openScene(engine: Scene['engine']): Promise<Scene> {
  if (engine === 'SQLite') return inFolder();
  return engine === 'PostgreSQL' ? onPostgres() : farFromPostgres();
}

async function inFolder(): Promise<Scene> {
  await buildCommandLine();
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-windows-'));
  const at = { dataDir: join(scratch, 'vault'), stateDir: join(scratch, 'state') };
  const { group, secret } = await foundAt(at);
  const node = nodeAt(at, secret);
  return {
    ...{ engine: 'SQLite', node, group },
    verify: () => verifyAt(at),
    async remove() {
      await node.kill();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

async function onPostgres(): Promise<Scene> {
  const clinic = await startClinic();
  return {
    ...{ engine: 'PostgreSQL', node: clinic.node, group: clinic.group },
    crash() {
      clinic.cluster().crash();
      clinic.cluster().start();
    },
    verify: clinic.verify,
    remove: clinic.remove,
  };
}

/** Never killed, because only its distance is measured. */
async function farFromPostgres(): Promise<Scene> {
  const clinic = await startClinic(FAR_MS);
  const { relay } = clinic.node;
  return {
    ...{ engine: 'PostgreSQL far away', node: clinic.node, group: clinic.group },
    ...{
      distanceMs: await laterMs(relay.port, clinic.cluster().port),
      verify: clinic.verify,
      remove: clinic.remove,
    },
  };
}
