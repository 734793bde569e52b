#!/usr/bin/env node
// Starts srvault on a runtime that can run it. Plain JavaScript, because an older Node cannot even read the rest.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
// In the package the program is a bundle, and packages lie side by side.
const sources = new URL('./srvault.ts', import.meta.url);
const entry = existsSync(sources) ? sources : new URL('../dist/main/srvault.js', import.meta.url);
const name = process.platform === 'win32' ? 'node.cmd' : 'node';
const beside = ['../node_modules/.bin/', '../../../.bin/'];

if (major > 22 || (major === 22 && minor >= 18)) {
  await import(entry.href);
} else {
  const own = beside
    .map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (own) {
    const env = { ...process.env, SRVAULT_LAUNCHED: 'yes' };
    const options = { stdio: 'inherit', shell: process.platform === 'win32', env };
    const { status, signal } = spawnSync(own, [fileURLToPath(entry), ...process.argv.slice(2)], options);
    process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
  } else {
    process.stderr.write(
      `srvault needs Node 22.18 or newer; this is ${process.versions.node}.\n` +
        'Install it again with its optional packages (they bring a Node on Linux and Windows), or a newer Node.\n',
    );
    process.exitCode = 2;
  }
}
