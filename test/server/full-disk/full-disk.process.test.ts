/** Tests a really full disk: a small in-memory file system mounted for one child process. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const inNamespace = (command: string) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', command], { encoding: 'utf8' });
const canMount = inNamespace('mount -t tmpfs -o size=1m none /mnt').status === 0;

test(
  'the vault takes nothing new, reads, revokes, purges and locks, and starts again',
  onlyWhere(canMount, 'no file system can be mounted in a namespace here'),
  () => {
    const folder = testTempDir();
    const child = join(import.meta.dirname, 'full-disk-child.ts');
    const run = inNamespace(
      `mount -t tmpfs -o size=48m none '${folder}' && exec '${process.execPath}' '${child}' '${folder}'`,
    );
    expect(run.status, run.stderr).toBe(0);
    const { created_when_full, ...answers } = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '');
    expect(created_when_full).toBeLessThan(500);
    const refused = expect.stringContaining('Disk full');
    expect(answers).toEqual({
      reserved: true,
      reserve_given_free: true,
      create: refused,
      read: 'done',
      revoke: 'done',
      trash: 'done',
      purge: 'done',
      lock: 'done',
      create_after_start: refused,
      list_after_start: 'done',
      create_with_room: 'done',
    });
  },
);
