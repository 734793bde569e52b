import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliContext } from '#cli/context.ts';
import { buildProgram } from '#cli/program.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { srvault } from './run-srvault.ts';

function contextWith(stderr: string[], isInteractive: boolean): CliContext {
  return {
    env: {},
    stdin: new PassThrough(),
    stdout: () => {},
    stdoutBytes: (_bytes, done) => done(),
    stderr: (text) => stderr.push(text),
    isInteractive,
    signal: new AbortController().signal,
  };
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

const commands = everyCommand(await buildProgram(contextWith([], false), () => {}));

describe('the command line', () => {
  test('has the commands of the choices', () => {
    const paths = commands.map((command) => {
      const names: string[] = [];
      for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
      return names.join(' ');
    });
    const documents = [
      'list',
      'get',
      'create',
      'update',
      'archive',
      'unarchive',
      'delete',
      'restore',
      'versions',
    ];
    const expected = [
      ...[
        'init',
        'serve',
        'status',
        'credential create',
        'credential list',
        'credential revoke',
        'import fhir',
      ],
      ...['patients', 'exams', 'templates'].flatMap((resource) =>
        documents.map((act) => `${resource} ${act}`),
      ),
      ...['ls', 'mkdir', 'put', 'get'].map((act) => `drive ${act}`),
    ];
    expect(paths).toEqual(expect.arrayContaining(expected));
  });

  test('takes no secret as an option or argument', () => {
    const secret = /passphrase|password|token|secret|recovery|key|invite/i;
    const taken = commands.flatMap((command) => [
      // Options without a value reveal nothing.
      ...command.options.filter((option) => !option.isBoolean()).map(({ long }) => long ?? ''),
      ...command.registeredArguments.map((argument) => argument.name()),
    ]);
    expect(taken.length).toBeGreaterThan(50);
    // A file name is not a secret.
    expect(taken.filter((name) => secret.test(name) && !name.endsWith('-file'))).toEqual([]);
  });
});

describe('output', () => {
  let vault: LiveVault;
  beforeAll(async () => {
    vault = await startLiveVault();
  });
  afterAll(() => vault.close());

  test('holds no token, no key and no bearer, with debugging on too', async () => {
    const token = readFileSync(join(vault.profile, 'token'), 'utf8').trim();
    const secret = token.split('.')[2] ?? '';
    const key = readFileSync(join(vault.profile, 'client.key'), 'utf8').split('\n')[1] ?? '';
    const env = { SRVAULT_PROFILE: vault.profile, SRVAULT_DEBUG: '1' };
    const runs = [
      await srvault(['status', '--check', '--json'], { env }),
      await srvault(['patients', 'create', '--json'], { env, input: '{"display_name":"Canaryname"}' }),
    ];
    const debug = runs.map(({ stderr }) => stderr).join('');
    expect(debug).toContain('route=/v1/patients');
    for (const line of debug.trim().split('\n'))
      expect(line).toMatch(
        /^srvault: (?:(?:method|route|attempt|duration_ms|status|code|request_id)=\S+ ?)+$/,
      );
    expect(debug).not.toContain('Canaryname');
    for (const { stdout, stderr } of runs) {
      for (const forbidden of [token, secret, key]) expect(stdout + stderr).not.toContain(forbidden);
    }
  });

  test('has no escape sequences and no progress where nobody looks', async () => {
    const file = join(import.meta.dirname, 'secrets.process.test.ts');
    const run = await srvault(['drive', 'put', file], { env: { SRVAULT_PROFILE: vault.profile } });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toBe('');
    expect(run.stdout).not.toContain('\u001B');
  });

  test('what comes from the vault cannot steer the terminal', async () => {
    const client = vault.connect();
    const record = { display_name: 'Evil\u001B[2Jname' };
    await client.patients.create({ security_group_id: vault.group, record });
    const run = await srvault(['patients', 'list'], { env: { SRVAULT_PROFILE: vault.profile } });
    expect(run.stdout).toContain('Evil');
    expect(run.stdout).not.toContain('\u001B');
  });
});

describe('createProgressBar', () => {
  test('draws on a terminal and takes itself away', () => {
    const stderr: string[] = [];
    const bar = createProgressBar(contextWith(stderr, true), 'file', 'bytes');
    bar.update(50, 100);
    bar.update(100, 100);
    bar.clear();
    expect(stderr.join('')).toContain(`file [${'#'.repeat(30)}] 100 %`);
    expect(stderr.at(-1)).toBe('\r\u001B[K');
  });

  test('draws nothing elsewhere', () => {
    const stderr: string[] = [];
    const bar = createProgressBar(contextWith(stderr, false), 'file', 'bytes');
    bar.update(100, 100);
    bar.clear();
    expect(stderr).toEqual([]);
  });
});
