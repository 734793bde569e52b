/** Test fixture: a vault served by another process, in a folder or on a PostgreSQL that can be killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClinic } from '#lanes/cluster-failures/test-cluster.ts';
import { foundAt, nodeAt, type ServedNode, verifyAt } from '#lanes/cluster-failures/vault-server.ts';
import { buildCommandLine } from '#scripts/build/build.ts';

export interface Scene {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly node: ServedNode;
  readonly group: string;
  /** Kills and restarts the database; undefined without a separate one. */
  readonly crash?: () => void;
  /** Verifies the unserved vault; returns the problems. */
  readonly verify: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

export function openScene(engine: Scene['engine']): Promise<Scene> {
  return engine === 'SQLite' ? inFolder() : onPostgres();
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
