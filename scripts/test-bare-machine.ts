/**
 * `npm run test:bare -- [--as root|user] [--run SCRIPT]…`: proves that `npm ci && npm test` succeeds on a computer
 * with only Node 20 and npm. Creates such a root folder by debootstrap, with this computer's Node and a clone of the
 * last commit. Runs as an ordinary user with an empty home, without network after `npm ci`; or as root, with apt.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasProgram, isExecutable } from './testing/external-programs.ts';

const ROOT = join(import.meta.dirname, '..');
/** Debian mirror; undefined uses debootstrap's own. */
const MIRROR = process.env['SRVAULT_BARE_MIRROR'];
/** Environment variables passed on, so that npm reaches its registry as on this computer. */
const PASSED = /^(?:(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS)$/i;
const USER = 'newcomer';

/** Tests whether a bare root folder can be created here. @returns the reason why not; undefined if it can */
export function whyNoBareMachine(): string | undefined {
  if (process.platform !== 'linux') return 'a bare machine is made on Linux alone';
  if (process.getuid?.() !== 0) return 'a bare machine is made by root alone';
  const missing = ['debootstrap', 'unshare', 'chroot', 'ip', 'git'].filter((name) => !hasProgram(name));
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not installed (Debian: debootstrap)`;
}

interface Command {
  readonly line: string;
  readonly as: 'root' | 'user';
  readonly isOnline: boolean;
}

/** Finds the computer's own Node, not the one that npm puts first in PATH. */
function findNode(): string {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => join(folder, 'node')).find(isExecutable);
  if (found === undefined) throw new Error('There is no Node on the PATH to put into the folder.');
  return found;
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} ended ${status}: ${stderr || stdout}`);
}

function makeMachine(folder: string): void {
  const [, suite = 'stable'] = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const from = MIRROR === undefined ? [] : [MIRROR];
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', suite, folder, ...from);
  const node = findNode();
  cpSync(node, join(folder, 'usr/local/bin/node'), { dereference: true });
  const npm = join(dirname(node), '..', 'lib', 'node_modules', 'npm');
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    run('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name));
  for (const file of ['/etc/resolv.conf', '/etc/hosts', ...authorities()])
    if (existsSync(file)) cpSync(file, join(folder, file), { dereference: true });
  run('chroot', folder, 'useradd', '--create-home', '--skel', '/dev/null', USER);
  for (const as of ['root', 'user'] as const) {
    run('git', 'clone', '--quiet', '--no-hardlinks', ROOT, join(folder, placeOf(as)));
    mkdirSync(join(folder, homeOf(as)), { recursive: true });
  }
  run('chroot', folder, 'chown', '--recursive', `${USER}:${USER}`, placeOf('user'), homeOf('user'));
}

/** Certificate files by which this computer trusts the registry. */
function authorities(): string[] {
  const named = [process.env['NODE_EXTRA_CA_CERTS'], npmSetting('cafile')];
  return named.filter((file) => file?.startsWith('/')).map(String);
}

function npmSetting(name: string): string {
  return spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' }).stdout.trim();
}

const placeOf = (as: 'root' | 'user') => `/srv/${as}`;
const homeOf = (as: 'root' | 'user') => `/home/empty-${as}`;

/** Runs a command in the folder. @returns its exit code */
function runThere(folder: string, { line, as, isOnline }: Command): number {
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  const env = Object.fromEntries([
    ...passed,
    ...['registry', 'cafile'].map((name) => [`npm_config_${name}`, npmSetting(name)]),
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOME', homeOf(as)],
  ]);
  // Mounts and network belong to these processes only, and end with them.
  const script = [
    ...(isOnline ? [] : ['ip link set lo up']),
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'exec chroot --userspec="$1" "$0" sh -c "cd $2 && $3"',
  ].join(' && ');
  const kinds = ['--mount', '--pid', '--fork', ...(isOnline ? [] : ['--net'])];
  const args = [folder, as === 'root' ? '0:0' : `${USER}:${USER}`, placeOf(as), line];
  process.stdout.write(`\nAs ${as}, ${isOnline ? 'with' : 'without'} a network: ${line}\n`);
  const started = performance.now();
  const { status } = spawnSync('unshare', [...kinds, 'sh', '-c', script, ...args], { env, stdio: 'inherit' });
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  process.stdout.write(`${line} ended ${status} after ${minutes} min\n`);
  return status ?? 1;
}

/** Runs scripts on a bare machine. @returns the commands that failed */
function tryBareMachine(as: readonly ('root' | 'user')[], scripts: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-bare-'));
  // Readable, because it is the root folder of the user who runs there.
  chmodSync(folder, 0o755);
  try {
    makeMachine(folder);
    const commands = as.flatMap((who): Command[] => [
      { line: 'npm ci', as: who, isOnline: true },
      ...scripts.map((script) => ({ line: `npm run ${script}`, as: who, isOnline: who === 'root' })),
    ]);
    return commands
      .filter((command) => runThere(folder, command) !== 0)
      .map(({ line, as: who }) => `${line}, as ${who}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { as: { type: 'string', multiple: true }, run: { type: 'string', multiple: true } },
  });
  const reason = whyNoBareMachine();
  const as = (['user', 'root'] as const).filter((who) => values.as?.includes(who) ?? true);
  if (reason === undefined) {
    const failed = tryBareMachine(as, values.run ?? ['test', 'test:full']);
    process.stdout.write(failed.length === 0 ? '\nEach ended well.\n' : `\nFailed: ${failed.join('; ')}\n`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } else process.stdout.write(`Not tried: ${reason}.\n`);
}
