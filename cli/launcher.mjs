#!/usr/bin/env node
// Starts srvault on a suitable runtime, and a server with settings that leave no plaintext behind. Plain JavaScript,
// because an older Node cannot even parse the rest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
// A package contains bundles, with dependencies beside them.
const sources = new URL('./srvault.ts', import.meta.url);
const entry = existsSync(sources) ? sources : new URL('../dist/main/srvault.js', import.meta.url);
const program = [fileURLToPath(entry), ...process.argv.slice(2)];
const name = process.platform === 'win32' ? 'node.cmd' : 'node';
const beside = ['../node_modules/.bin/', '../../../.bin/'];
const shell = '/bin/sh';
const isServer = process.argv[2] === 'serve' && process.platform !== 'win32' && existsSync(shell);

// Settings of a server: no core dump, no debugger by signal. glibc overwrites freed memory, which for small blocks
// requires its cache to be off.
const withoutDump = 'ulimit -c 0 2>/dev/null; exec "$0" "$@"';
// These commands restart the process, because that costs less than the memory of deriving a key.
const isTuned = process.platform === 'linux' && ['backup', 'restore', 'verify'].includes(process.argv[2]);
const tuned = (...tunables) => ({
  ...process.env,
  GLIBC_TUNABLES: [process.env.GLIBC_TUNABLES, ...tunables].filter(Boolean).join(':'),
});
// Large pages halve the processor time of opening a large index where page faults are slow.
const largePages = 'glibc.malloc.hugetlb=1';
const environment = isServer
  ? tuned('glibc.malloc.perturb=165', 'glibc.malloc.tcache_count=0', largePages)
  : isTuned
    ? tuned(largePages)
    : process.env;
// Large pages also for Node's own code, if the system supports them, because each request runs much of it.
const serverOptions = ['--disable-sigusr1', '--use-largepages=silent'];
const commandOf = (node, ...options) =>
  isServer
    ? [shell, ['-c', withoutDump, node, ...options, ...serverOptions, ...program]]
    : [node, [...options, ...program]];

if (major > 22 || (major === 22 && minor >= 18)) {
  if (isServer || isTuned) {
    const [file, args] = commandOf(process.execPath, ...process.execArgv);
    process.execve(file, [file, ...args], environment);
  }
  await import(entry.href);
} else {
  const own = beside
    .map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (own) {
    const [file, args] = commandOf(own);
    const env = { ...environment, SRVAULT_LAUNCHED: 'yes' };
    const options = { stdio: 'inherit', shell: process.platform === 'win32', env };
    const { status, signal } = spawnSync(file, args, options);
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
  } else {
    process.stderr.write(
      `srvault needs Node 22.18 or newer; this is ${process.versions.node}.\n` +
        'Install it again with its optional packages (they bring a Node on Linux and Windows), or a newer Node.\n',
    );
    process.exitCode = 2;
  }
}
