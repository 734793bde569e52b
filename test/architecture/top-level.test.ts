/** What lies at the top is meant to: a profiler's output or a scratch file is taken along unseen. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './import-graph.ts';

/** Of this repository and no other: a copy without one may lie inside of somebody else's. */
function tracked(): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['-C', root, 'ls-files', '-z', '--full-name'], {
    encoding: 'utf8',
    env: { ...process.env, GIT_CEILING_DIRECTORIES: join(root, '..') },
  });
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : undefined;
}

const paths = tracked();
const isTop = (path: string) => !path.includes('/');

test.skipIf(paths === undefined)(
  `every folder at the top is told of in ARCHITECTURE.md${paths === undefined ? ' (skipped: this is no clone)' : ''}`,
  () => {
    const told = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const folders = new Set(paths?.filter((path) => !isTop(path)).map((path) => path.split('/')[0] ?? ''));
    expect(
      [...folders].filter((folder) => !folder.startsWith('.') && !told.includes(`\`${folder}/`)),
    ).toEqual([]);
  },
);

test.skipIf(paths === undefined)(
  `a file at the top is a page or a setting${paths === undefined ? ' (skipped: this is no clone)' : ''}`,
  () => {
    expect(
      paths?.filter(isTop).filter((path) => !/\.(?:md|json|yml|config\.ts)$|^\.[a-z]+$/.test(path)),
    ).toEqual([]);
  },
);
