/**
 * Runs each shell block of README and the guides from top to bottom in one shell. The guides use the vault README
 * created. A block that cannot run here states the reason above it, and where it is tested instead.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';
import { shellBlocksOf } from './shell-blocks.ts';
import { openShell, type ShellSession } from './shell-session.ts';

const GUIDES = ['cli', 'imaging', 'sdk', 'run', 'install', 'clinic', 'troubleshooting'];

const home = makeTempDir();
const inHome = (name: string) => join(home.path, name);

describe('the commands of the pages', onlyWhere(process.platform !== 'win32', 'the pages use bash'), () => {
  let shell: ShellSession;
  beforeAll(() => {
    shell = openShell(home.path);
  });
  afterAll(async () => {
    await shell.close();
    home.remove();
  });

  async function runPage(page: string): Promise<string> {
    let printed = '';
    for (const { code, whyNot } of shellBlocksOf(page))
      if (whyNot === undefined) printed += await shell.run(code);
    return printed;
  }

  test('README.md runs from top to bottom in one folder, and has at most 60 lines', async () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(60);
    expect(shellBlocksOf('README.md').filter(({ whyNot }) => whyNot !== undefined)).toHaveLength(1);
    const printed = await runPage('README.md');
    expect(printed).toContain('No window was opened');
    expect(printed).toMatch(/recovery[ _]key/i);
    for (const name of ['vault', 'nightly', 'all.json', 'backup'])
      expect(existsSync(inHome(name)), name).toBe(true);
  });

  test.each(GUIDES)('docs/guide/%s.md runs from top to bottom', async (guide) => {
    await runPage(`docs/guide/${guide}.md`);
  });
});
