#!/usr/bin/env node
// Starts srvault on a runtime that can run it. Plain JavaScript, because an older Node cannot even read the rest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const entry = fileURLToPath(new URL('./srvault.ts', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  await import('./srvault.ts');
} else {
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  const own = fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
  if (existsSync(own)) {
    const env = { ...process.env, SRVAULT_LAUNCHED: 'yes' };
    const options = { stdio: 'inherit', shell: process.platform === 'win32', env };
    const { status, signal } = spawnSync(own, [entry, ...process.argv.slice(2)], options);
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
  } else {
    process.stderr.write(
      `srvault needs Node 22.18 or newer; this is ${process.versions.node}.\n` +
        'Run `npm ci` in the checkout (it brings its own Node on Linux and Windows), or install a newer Node.\n',
    );
    process.exitCode = 2;
  }
}
