/**
 * `npm run bench:backup [-- --quick] [-- --write]`: compares `srvault backup` and `srvault verify` with `restic
 * backup` and `restic check` on the same folder, in the same run. Both run as installed, as whole commands, one after
 * the other. Restic is the baseline because it too encrypts, names by hash and copies only what is new.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildInterface } from '#scripts/build/build.ts';
import { oneAtATime } from '#scripts/desktop/build-stamp.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { layOut } from '#scripts/pack/pack.ts';
import { connect, PASSPHRASE } from './bench-client.ts';
import { machineWords, writeSection } from './benchmark-page.ts';
import { type BenchResult, ratioResult, toMarkdown } from './benchmark-result.ts';
import { startVault } from './child-server.ts';
import { seedPatients } from './measure/measure-documents.ts';
import { median, spreadWords } from './statistics.ts';

const MIB = 1024 * 1024;
const ROOT = join(import.meta.dirname, '..', '..');
const quick = process.argv.includes('--quick');
const plan = quick ? { rounds: 1, patients: 200, files: 4 } : { rounds: 3, patients: 5_000, files: 64 };
const FILE_BYTES = 8 * MIB;

if (spawnSync('restic', ['version']).status !== 0) {
  process.stderr.write('restic is not installed: nothing to compare with.\n');
  process.exit(2);
}

await buildInterface();
const { folder: installed } = await oneAtATime(() => layOut('vault'));
const srvault = join(installed, 'bin', 'srvault.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
const dataDir = join(scratch, 'vault');
const env = {
  ...process.env,
  SRVAULT_PASSPHRASE: PASSPHRASE,
  SRVAULT_STATE_DIR: join(scratch, 'state'),
  RESTIC_CACHE_DIR: join(scratch, 'cache'),
  RESTIC_PASSWORD: PASSPHRASE,
};

const quiet = { cwd: ROOT, env, stdio: 'ignore' } as const;

interface Round {
  readonly first: number;
  readonly second: number;
  readonly verify: number;
  /** Plain `restic check` examines only its structure; `--read-data` reads everything, as `verify` does. */
  readonly structure?: number;
}

try {
  process.env['SRVAULT_STATE_DIR'] = env.SRVAULT_STATE_DIR;
  await fill();
  const rounds = Array.from({ length: plan.rounds }, (_, index) => ({
    ours: measureOurs(join(scratch, `ours-${index}`)),
    restic: measureRestic(join(scratch, `restic-${index}`)),
  }));
  const results = [
    compare(rounds, 'first', 'first backup beside `restic backup`', 0.7),
    compare(rounds, 'second', 'unchanged second backup beside `restic backup`', 1),
    compare(rounds, 'verify', '`verify` beside `restic check --read-data`', 0.7),
    compare(rounds, 'structure', '`verify` beside `restic check` without reading the data', 0),
  ];
  const table = toMarkdown(results);
  process.stdout.write(`${table}\n`);
  if (process.argv.includes('--write')) {
    const size = `${plan.patients} patients and ${(plan.files * FILE_BYTES) / MIB} MiB of files`;
    const lead = `Made by \`npm run bench:backup -- --write\` on ${machineWords()}, of a vault with ${size}, on one disk: medians of ${plan.rounds} interleaved rounds of whole commands, start of the program and passphrase included. \`verify\` opens every envelope and file; \`restic check\` looks at its own structure only.`;
    writeSection('Backup', lead, table);
  }
  process.exitCode = results.every(({ met }) => met) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const vault = await startVault(dataDir);
  const bench = await connect(vault.url, dataDir);
  await seedPatients(bench, 0, plan.patients, 2048);
  const client = desktopClient(vault.url, dataDir);
  await client.session.open({ passphrase: PASSPHRASE });
  const drive = client.drive(bench.groupId);
  for (let index = 0; index < plan.files; index += 1)
    await drive.upload(randomBytes(FILE_BYTES), { name: `${index}.bin` });
  await client.close();
  await bench.close();
  await vault.stop();
}

function measureOurs(target: string): Round {
  const run = (...args: string[]) =>
    timed(() => execFileSync(process.execPath, [srvault, ...args, '--json'], quiet));
  const backup = () => run('backup', '--data', dataDir, '--to', target);
  return { first: backup(), second: backup(), verify: run('verify', '--data', dataDir) };
}

function measureRestic(repository: string): Round {
  const run = (...args: string[]) =>
    timed(() => execFileSync('restic', ['--quiet', '--repo', repository, ...args], quiet));
  execFileSync('restic', ['--quiet', '--repo', repository, 'init'], quiet);
  const backup = () => run('backup', dataDir);
  const [first, second] = [backup(), backup()];
  return { first, second, verify: run('check', '--read-data'), structure: run('check') };
}

function compare(
  rounds: readonly { readonly ours: Round; readonly restic: Round }[],
  name: keyof Round,
  what: string,
  atLeast: number,
): BenchResult {
  const ours = rounds.map((round) => round.ours[name === 'structure' ? 'verify' : name] ?? 0);
  const restic = rounds.map((round) => round.restic[name] ?? 0);
  const ratios = rounds.map((_, index) => (restic[index] ?? 0) / (ours[index] ?? 1));
  const seconds = (samples: readonly number[]) => `${median(samples).toFixed(2)} s`;
  const behind = `${seconds(ours)}, restic ${seconds(restic)}; ${spreadWords(ratios, 2, '×')}`;
  return ratioResult(what, median(ratios), atLeast, 1, behind);
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
