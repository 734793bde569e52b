/** Tests the Debian package's script after an installation, and the AppArmor profile with the system's own parser. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { hasProgram } from '#scripts/testing/external-programs.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const INSTALLER = join(ROOT, 'resources', 'installer');
const APP = '/opt/Sealed Records Vault';

/** Runs the script with its places below a folder, and a parser that ends so. Returns the installed profile's path. */
function install(parserEndsWith: number): { status: number | null; profile: string } {
  const root = testTempDir();
  for (const folder of [`${APP}/resources`, '/usr/bin', '/etc/apparmor.d', '/programs'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, APP, 'resources', 'apparmor-profile'), 'profile');
  for (const [name, code] of [
    ['apparmor_parser', parserEndsWith],
    ['setpriv', 0],
  ] as const) {
    const program = join(root, 'programs', name);
    writeFileSync(program, `#!/bin/sh\nexit ${code}\n`);
    chmodSync(program, 0o755);
  }
  const script = readFileSync(join(INSTALLER, 'after-install.sh'), 'utf8').replaceAll(
    /(?<![\w$])\/(?=opt\/|usr\/bin\/|etc\/)/g,
    `${root}/`,
  );
  const { status } = spawnSync('sh', ['-c', script], {
    env: { PATH: `${join(root, 'programs')}:${process.env['PATH']}` },
  });
  return { status, profile: join(root, 'etc', 'apparmor.d', 'sealed-records-vault') };
}

describe('after-install.sh', onlyWhere(process.platform === 'linux', 'this is not Linux'), () => {
  test('installs the profile where the parser knows it', () => {
    const { status, profile } = install(0);
    expect([status, existsSync(profile)]).toEqual([0, true]);
  });

  test('leaves the profile out where the parser refuses it, and installs all the same', () => {
    const { status, profile } = install(1);
    expect([status, existsSync(profile)]).toEqual([0, false]);
  });
});

describe(
  'the AppArmor profile',
  onlyWhere(hasProgram('apparmor_parser'), 'apparmor_parser is not installed'),
  () => {
    test('parses from version 4 on', () => {
      const version = /version (\d+)/.exec(
        spawnSync('apparmor_parser', ['--version']).stdout.toString(),
      )?.[1];
      const profile = join(INSTALLER, 'apparmor-profile');
      const { status } = spawnSync('apparmor_parser', ['--skip-kernel-load', '--debug', profile]);
      expect(status === 0).toBe(Number(version) >= 4);
    });
  },
);
