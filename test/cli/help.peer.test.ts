import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { FAMILIES } from '#cli/command-families.ts';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { leavesOf } from '#cli/help/examples.ts';
import { buildProgram } from '#cli/program.ts';
import { requirePrograms } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { SRVAULT, srvault } from './run-srvault.ts';

const context: CliContext = {
  env: {},
  stdin: Readable.from([]),
  stdout: () => undefined,
  stdoutBytes: (_bytes, done) => done(),
  stderr: () => undefined,
  isInteractive: false,
  signal: new AbortController().signal,
};
const program = await buildProgram(context, () => undefined);

describe('srvault', () => {
  test('--version is that of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
    );
    expect(await srvault(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('starts from the sources of a checkout alike', async () => {
    const launcher = join(import.meta.dirname, '..', '..', 'cli', 'launcher.mjs');
    const { stdout } = await srvault(['--help']);
    expect(execFileSync(process.execPath, [launcher, '--help'], { encoding: 'utf8' })).toBe(stdout);
  });

  test('its help has the commands in groups, each once, and says what a run ends with', async () => {
    const { stdout, exitCode } = await srvault(['--help']);
    expect(exitCode).toBe(0);
    const headings = stdout.split('\n').filter((line) => /^\S.*:$/.test(line));
    expect(headings).toEqual([
      'Options:',
      ...['Serve a vault:', 'Records and files:', 'In and out:', 'Who may use it:', 'Look after it:'],
      ...['The command line:', 'Examples:', 'Ends with:'],
    ]);
    for (const { names } of FAMILIES)
      for (const name of names)
        expect(stdout.split('\n').filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
    for (const code of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`\\b${code} [a-z]`));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('a command that says it needs no passphrase offers no option for one', () => {
    const without = leavesOf(program).filter(([, command]) =>
      /(?:no|without a) passphrase/.test(command.description()),
    );
    expect(without.map(([name]) => name)).toEqual(expect.arrayContaining(['doctor', 'health', 'metrics']));
    for (const [name, command] of without)
      expect(command.helpInformation(), name).not.toMatch(/--passphrase-file|--as /);
  });

  test('help of several words is that of the last of them', async () => {
    const asked = await srvault(['help', 'drive', 'put']);
    expect(asked).toEqual(await srvault(['drive', 'put', '--help']));
    expect(asked.stdout).toContain('Usage: srvault drive put');
    expect((await srvault(['help', 'drive'])).stdout).toContain('Usage: srvault drive');
    expect((await srvault(['help', 'nonsense'])).exitCode).toBe(2);
  });

  test('what is wrong begins with the name of the program, whoever noticed it', async () => {
    for (const args of [['nonsense'], ['drive', 'get'], ['status', '--profile', '/nowhere']]) {
      const { stderr, exitCode } = await srvault(args);
      expect({ stderr, exitCode }).toEqual({ stderr: expect.stringMatching(/^srvault: /), exitCode: 2 });
    }
  });

  test('the help of a command ends with two examples of it', async () => {
    const { stdout, exitCode } = await srvault(['drive', 'get', '--help']);
    expect(exitCode).toBe(0);
    expect(stdout.split('Examples:\n')[1]?.trim().split('\n')).toHaveLength(2);
  });

  test('a command is found without loading the others, and its help is the one it has among all', async () => {
    for (const { names } of FAMILIES.filter(({ names }) => names.length > 0)) {
      for (const name of names) {
        const alone = await buildProgram(context, () => undefined, name);
        expect(alone.commands.map((command) => command.name())).toEqual(names);
        const helps = [alone, program].map((each) =>
          each.commands.find((command) => command.name() === name)?.helpInformation(),
        );
        expect(helps[0]).toBe(helps[1]);
      }
    }
    expect(FAMILIES.flatMap(({ names }) => names)).toEqual(
      program.commands.map((command) => command.name()).filter((name) => name !== 'completion'),
    );
  });

  test('every command has them', () => {
    const without = leavesOf(program).filter(([, command]) => {
      const help: string[] = [];
      command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp();
      return !help.join('').includes('\nExamples:\n');
    });
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test.each([
    ['patients', 'list', '--limit', 'abc'],
    ['patients', 'list', '--limit', '0'],
    ['patients', 'list', '--limit', '-1'],
    ['exams', 'list', '--state', 'gone'],
    ['exams', 'list', '--sort', 'colour'],
    ['exams', 'list', '--order', 'title'],
  ])('%s %s %s %s ends 2 before anything is sent', async (...args) => {
    // Nothing listens there, so a request would exit with 10.
    const run = await srvault([...args, '--url', 'https://127.0.0.1:1', '--profile', '/nonexistent']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(args[3]);
  });
});

describe('srvault completion', () => {
  test('bash offers commands, then their options', async () => {
    const { stdout } = await srvault(['completion', 'bash']);
    const complete = (...words: readonly string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _srvault; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split('\n');
    expect(complete('srvault', 'dri')).toEqual(['drive']);
    expect(complete('srvault', 'drive', 're')).toEqual(['restore']);
    expect(complete('srvault', 'drive', 'get', '--o')).toEqual(['--out']);
    expect(complete('srvault', 'exams', 'list', '--limit', '5', '--sta')).toEqual(['--state']);
    expect(complete('srvault', 'exams', 'list', '--state', 'a')).toEqual(['active', 'archived', 'all']);
    expect(complete('srvault', 'credential', 'create', '--role', 'e')).toEqual(['editor']);
    expect(complete('srvault', 'credential', 'create', '--role', '=', 'e')).toEqual(['editor']);
    expect(complete('srvault', 'exams', 'report', 'x', '--format', '')).toContain('pdf');
    expect(complete('srvault', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    // Files are completed for file options, folders for folder options, and nothing for free text.
    const folder = testTempDir();
    mkdirSync(join(folder, 'some'));
    writeFileSync(join(folder, 'some.txt'), '');
    const here = join(folder, 'so');
    expect(complete('srvault', 'drive', 'get', 'x', '--out', here).sort()).toEqual([
      join(folder, 'some'),
      join(folder, 'some.txt'),
    ]);
    expect(complete('srvault', 'drive', 'put', here)).toHaveLength(2);
    expect(complete('srvault', 'status', '--profile', here)).toEqual([join(folder, 'some')]);
    expect(complete('srvault', 'drive', 'put', 'x', '--name', '')).toEqual(['']);
  });

  test.each(['zsh', 'fish'])('%s gets a script of its own', async (shell) => {
    const { stdout, exitCode } = await srvault(['completion', shell]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(shell === 'zsh' ? '#compdef srvault' : 'complete -c srvault');
    expect(stdout).toContain(`srvault completion ${shell} > `);
  });

  test.for(['zsh', 'fish'])('%s takes its script', async (shell, context) => {
    requirePrograms(context, shell);
    const { stdout } = await srvault(['completion', shell]);
    const script = join(testTempDir(), `srvault.${shell}`);
    writeFileSync(script, stdout);
    const parsed = spawnSync(shell, ['-n', script], { encoding: 'utf8' });
    expect(parsed).toMatchObject({ status: 0, stderr: '' });
  });

  test('fish completes values and files, and describes', (context) => {
    requirePrograms(context, 'fish');
    const offered = (line: string) => {
      const script = 'srvault completion fish | source; complete -C $argv[1]';
      const run = spawnSync('fish', ['--no-config', '-c', script, line], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, PATH: `${folder}:${process.env['PATH']}` },
      });
      expect(run.stderr).toBe('');
      return run.stdout.trim().split('\n');
    };
    const folder = testTempDir();
    const program = `#!/bin/sh\nexec '${process.execPath}' '${SRVAULT}' "$@"\n`;
    writeFileSync(join(folder, 'srvault'), program, { mode: 0o755 });
    writeFileSync(join(folder, 'picture.png'), '');
    expect(offered('srvault dri')).toEqual(['drive\tfiles and folders of a group']);
    const roles = offered('srvault credential create --role ').map((line) => line.split('\t')[0]);
    expect(roles.sort()).toEqual(['editor', 'owner', 'viewer']);
    expect(offered('srvault drive get x --out pict').map((line) => line.split('\t')[0])).toEqual([
      'picture.png',
    ]);
    expect(offered('srvault drive put pict')).toEqual(['picture.png']);
  });

  test('another shell is a usage error', async () => {
    expect((await srvault(['completion', 'tcsh'])).exitCode).toBe(2);
  });
});
