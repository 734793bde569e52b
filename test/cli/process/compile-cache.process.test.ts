/** Tests the compile cache: it belongs to its user alone and contains only code. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const PASSPHRASE = 'seven compiled canaries sing';
const OWNER = 'Dr. Canary';

function cacheFolder() {
  const path = testTempDir();
  // Empty, so that the runner's own cache does not apply.
  const env = { XDG_CACHE_HOME: path, HOME: path, LOCALAPPDATA: path, NODE_COMPILE_CACHE: '' };
  const root = process.platform === 'darwin' ? join(path, 'Library', 'Caches') : path;
  return { path, env, compiled: join(root, 'sealed-records-vault', 'compiled') };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('is kept for its user alone, and holds nothing the program worked on', async () => {
  const { path, env, compiled } = cacheFolder();
  const passphraseFile = join(path, 'passphrase');
  writeFileSync(passphraseFile, PASSPHRASE, { mode: 0o600 });
  const dataDir = join(path, 'vault');
  const options = ['--data', dataDir, '--passphrase-file', passphraseFile, '--json'];
  const made = await srvault(['init', '--workspace', 'Canary', '--owner', OWNER, ...options], { env });
  const { workspace_id } = documentOf(made);
  expect((await srvault(['verify', ...options], { env })).exitCode).toBe(0);
  if (process.platform !== 'win32') expect(statSync(compiled).mode & 0o777).toBe(0o700);
  const kept = filesIn(compiled);
  expect(kept.length).toBeGreaterThan(5);
  for (const file of kept)
    for (const told of [PASSPHRASE, OWNER, workspace_id])
      expect(readFileSync(file).includes(told)).toBe(false);
});

test(
  'is not taken from a folder others can write to, and not missed where there can be none',
  onlyWhere(process.platform !== 'win32', 'Windows has no such files'),
  async () => {
    const { path, env, compiled } = cacheFolder();
    mkdirSync(compiled, { recursive: true });
    chmodSync(compiled, 0o770);
    expect((await srvault(['--version'], { env })).exitCode).toBe(0);
    expect(filesIn(compiled)).toEqual([]);
    const none = join(path, 'file');
    writeFileSync(none, '');
    const nowhere = { ...env, XDG_CACHE_HOME: none, HOME: none };
    expect((await srvault(['--version'], { env: nowhere })).exitCode).toBe(0);
  },
);

test('threads are started from it as well', () => {
  const { env, compiled } = cacheFolder();
  mkdirSync(compiled, { recursive: true, mode: 0o700 });
  const module = new URL('../../../cli/process/compile-cache.ts', import.meta.url);
  const thread = "console.log((await import('node:module')).getCompileCacheDir())";
  const program = `
    const { startCompileCache } = await import('${module}');
    const { Worker } = await import('node:worker_threads');
    startCompileCache(process.env);
    new Worker(${JSON.stringify(thread)}, { eval: true });`;
  const args = ['--input-type=module', '--eval', program];
  const told = execFileSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  expect(told).toContain(compiled);
});
