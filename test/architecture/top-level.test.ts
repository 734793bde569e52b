/** Checks the files at the top of the repository, so that a profiler's output or a scratch file is not committed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './import-graph.ts';

/** Lists this repository's files; a copy without git may be inside another repository. */
function tracked(): string[] | undefined {
  const { status, stdout } = spawnSync('git', ['-C', root, 'ls-files', '-z', '--full-name'], {
    encoding: 'utf8',
    env: { ...process.env, GIT_CEILING_DIRECTORIES: join(root, '..') },
  });
  return status === 0 ? stdout.split('\0').filter((path) => path !== '') : undefined;
}

test('what lies at the top is a folder told of in ARCHITECTURE.md, a page or a setting', (context) => {
  const paths = tracked();
  if (paths === undefined) return context.skip('this is no clone');
  const told = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const folders = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''));
  expect([...folders].filter((name) => !name.startsWith('.') && !told.includes(`\`${name}/`))).toEqual([]);
  const files = paths.filter((path) => !path.includes('/'));
  expect(files.filter((name) => !/\.(?:md|json|yml|config\.ts)$|^\.[a-z]+$|^NOTICE$/.test(name))).toEqual([]);
});
