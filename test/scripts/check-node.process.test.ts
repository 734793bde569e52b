/** Tests that every npm script reports an outdated Node clearly. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const CHECK = 'scripts/check-node.mjs';
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const scripts: readonly [string, string][] = Object.entries(manifest.scripts);

/** Returns the check as in a project that requires this Node. */
function checkedFor(wanted: string) {
  const folder = testTempDir();
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(ROOT, CHECK), join(folder, CHECK));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node: `>=${wanted}` } }));
  writeFileSync(join(folder, 'main.ts'), 'type Never = never;\nconsole.log("ran");\n');
  return spawnSync(process.execPath, ['--import', `./${CHECK}`, 'main.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
}

describe('npm', () => {
  test.each(scripts)('run %s checks its Node before anything else', (_name, command) => {
    expect(command).toMatch(
      /^node (?:cli\/launcher\.mjs|--import \.\/scripts\/check-node\.mjs |scripts\/check-node\.mjs && )/,
    );
  });
});

describe('the check', () => {
  test('lets a Node that is new enough go on', () => {
    expect(checkedFor('20.1')).toMatchObject({ status: 0, stdout: 'ran\n', stderr: '' });
    expect(checkedFor(process.versions.node)).toMatchObject({ status: 0, stdout: 'ran\n' });
  });

  test.each(['99.0', `${process.versions.node.split('.')[0]}.999`])(
    'says what it needs where %s is wanted, and ends with 2',
    (wanted) => {
      const { status, stdout, stderr } = checkedFor(wanted);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(
        new RegExp(`^This needs Node ${wanted} or newer; this is ${process.versions.node}\\.\\n`),
      );
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );
});
