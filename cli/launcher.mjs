#!/usr/bin/env node
// Starts srvault on a runtime that can run it, and a server so that what it had in clear stays nowhere behind it.
// Plain JavaScript, because an older Node cannot even read the rest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
// In the package the program is a bundle, and packages lie side by side.
const sources = new URL('./srvault.ts', import.meta.url);
const entry = existsSync(sources) ? sources : new URL('../dist/main/srvault.js', import.meta.url);
const program = [fileURLToPath(entry), ...process.argv.slice(2)];
const name = process.platform === 'win32' ? 'node.cmd' : 'node';
const beside = ['../node_modules/.bin/', '../../../.bin/'];
const shell = '/bin/sh';
const isServer = process.argv[2] === 'serve' && process.platform !== 'win32' && existsSync(shell);

// No core dump; no debugger at a signal; glibc overwrites memory when it is freed, which it does for small pieces only
// without their cache.
const withoutDump = 'ulimit -c 0 2>/dev/null; exec "$0" "$@"';
// To begin anew costs these less than the memory they derive a key in.
const isTuned = process.platform === 'linux' && ['backup', 'restore', 'verify'].includes(process.argv[2]);
const tuned = (...tunables) => ({
  ...process.env,
  GLIBC_TUNABLES: [process.env.GLIBC_TUNABLES, ...tunables].filter(Boolean).join(':'),
});
// Where touching fresh memory is dear, a large index is opened in half the processor time.
const largePages = 'glibc.malloc.hugetlb=1';
const environment = isServer
  ? tuned('glibc.malloc.perturb=165', 'glibc.malloc.tcache_count=0', largePages)
  : isTuned
    ? tuned(largePages)
    : process.env;
// Node's own code in large pages too, where the system has them: a request passes a good part of it.
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
