/** Sandbox replacement that tries what a sandbox must not be able to do. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function outcome(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  }
}

process.send?.({
  read: outcome(() => readFileSync('/etc/hostname')),
  write: outcome(() => writeFileSync(join(tmpdir(), 'sandbox-probe'), 'x')),
  spawn: outcome(() => {
    const { error } = spawnSync(process.execPath, ['--version']);
    if (error) throw error;
  }),
  environment: Object.keys(process.env),
});
setInterval(() => undefined, 1000);
