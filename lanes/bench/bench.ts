/**
 * `npm run bench [-- --quick] [-- --scale N] [-- --file-mib N] [-- --write]`: measures every figure with a limit.
 * Ratios compare with a bare server in the same run, in interleaved pairs, with spread and CPU per request. `--quick`
 * uses a small vault and short runs as a smoke test. `--scale 1000000` measures only a vault of that size, sealed in
 * process. Files have 1,024 MiB by default. `--write` puts the tables into docs/benchmarks.md, with a section per
 * `--scale`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildInterface } from '#scripts/build/build.ts';
import { connect } from './bench-client.ts';
import { machineWords, writeSection } from './benchmark-page.ts';
import { type BenchResult, toMarkdown, toRow } from './benchmark-result.ts';
import { startBaseline, startVault } from './child-server.ts';
import {
  type Bench,
  measureBesidePgcrypto,
  measureExams,
  measureGet,
  measurePatients,
  seedPatients,
} from './measure/measure-documents.ts';
import { measureEventLoopDelay } from './measure/measure-event-loop-delay.ts';
import { measureFiles } from './measure/measure-files.ts';
import { measureHandover } from './measure/measure-handover.ts';
import {
  measureScale,
  measureUnlock,
  type ScalePoint,
  scaleResults,
  scaleTable,
} from './measure/measure-search.ts';
import { measureTextSearch } from './measure/measure-text-search.ts';
import { seedInProcess } from './seed-in-process.ts';

const MIB = 1024 * 1024;
const quick = process.argv.includes('--quick');
const { values } = parseArgs({
  strict: false,
  options: { 'file-mib': { type: 'string' }, scale: { type: 'string' } },
});
const fileMib = Number(values['file-mib'] ?? 1024);
const scale = values.scale === undefined ? undefined : Number(values.scale);
const plan = quick
  ? { pairs: 2, seconds: 1, patients: 400, fileBytes: 64 * MIB, sizes: [200, 2_000] }
  : {
      pairs: 7,
      seconds: 4,
      patients: 5_000,
      fileBytes: fileMib * MIB,
      sizes: [1_000, 10_000, 100_000],
    };

const loadBefore = loadavg()[1] ?? 0;
const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
const results: BenchResult[] = [];
const points: ScalePoint[] = [];
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Prints results at once, because a later measurement may fail. */
function tell(...measured: readonly BenchResult[]): void {
  results.push(...measured);
  for (const result of measured) say(`  ${toRow(result)}`);
}

try {
  // Build first, because a hand-over needs the interface's page; the first server builds the rest.
  await buildInterface();
  if (scale === undefined) {
    await measureAgainstBare(join(scratch, 'vault'));
    await measureGrowth(join(scratch, 'large'));
    say('Texts of reports …');
    tell(...(await measureTextSearch(plan.sizes.at(-1) ?? 0)));
  } else await measureOneSize(join(scratch, 'large'), scale);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const table = `${toMarkdown(results)}\n\n${scaleTable(points)}`;
process.stdout.write(`${table}\n`);
const loadWords = `Other work on the machine before it began: ${loadBefore.toFixed(1)} processes ready to run on average; above the number of cores, times and rates say how busy the machine was, and the CPU figures are the ones to read.`;
if (process.argv.includes('--write') && scale !== undefined) {
  const lead = `Made by \`npm run bench -- --scale ${scale} --write\` on ${machineWords()}: patients of one group, sealed in process and served. ${loadWords}`;
  writeSection(`${scale.toLocaleString('en')} documents`, lead, table);
} else if (process.argv.includes('--write')) {
  const lead = `Made by \`npm run bench -- --write\` on ${machineWords()}; load generator and both servers share the machine. Ratios compare the vault with a bare Fastify server under the same mutual TLS in the same run (\`lanes/bench/peers/baseline-server.ts\`): medians of interleaved pairs, with their spread, both rates, and the CPU of both main threads per request. ${loadWords}`;
  writeSection('Server', lead, table);
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;

async function measureAgainstBare(dataDir: string): Promise<void> {
  const vault = await startVault(dataDir);
  const client = await connect(vault.url, dataDir);
  const bare = await startBaseline(join(dataDir, 'pki'), scratch);
  const bench: Bench = { vault, bare, client, dataDir, pairs: plan.pairs, seconds: plan.seconds };
  say(`Sealing ${plan.patients} patients …`);
  const ids = await seedPatients(client, 0, plan.patients, 2048);
  say('GET …');
  tell(await measureGet(bench, ids));
  say('PUT patients …');
  tell(await measurePatients(bench, ids));
  say('PostgreSQL with pgcrypto …');
  const besidePgcrypto = await measureBesidePgcrypto(bench, ids);
  if (besidePgcrypto === undefined) say('It is not installed: no line beside it.');
  tell(...(besidePgcrypto ?? []));
  say('PUT exams …');
  tell(...(await measureExams(bench)));
  await client.close();
  await vault.stop();
  say('Files …');
  const fresh = await startVault(dataDir);
  const filesClient = await connect(fresh.url, dataDir);
  tell(...(await measureFiles({ ...bench, vault: fresh, client: filesClient }, plan.fileBytes, scratch)));
  say('Hand-over …');
  tell(
    await measureHandover(
      { ...bench, vault: fresh, client: filesClient },
      Math.min(plan.fileBytes, 500 * MIB),
    ),
  );
  await filesClient.close();
  await fresh.stop();
  await bare.stop();
}

async function measureGrowth(dataDir: string): Promise<void> {
  const ids: string[] = [];
  for (const size of plan.sizes) {
    const vault = await startVault(dataDir);
    const client = await connect(vault.url, dataDir);
    say(`Sealing up to ${size} patients …`);
    ids.push(...(await seedPatients(client, ids.length, size - ids.length, 400)));
    const measured = await measureScale(vault, client, ids);
    await client.close();
    await vault.stop();
    await measureOpening(dataDir, ids, measured, size === plan.sizes.at(-1));
  }
  tell(...scaleResults(points));
}

/** Measures the first list on a server that has just loaded its index images. */
async function measureOneSize(dataDir: string, size: number): Promise<void> {
  say(`Sealing ${size} patients in process …`);
  const ids = (await seedInProcess(dataDir, size)).flatMap((group) => group.ids);
  const vault = await startVault(dataDir);
  const client = await connect(vault.url, dataDir);
  const measured = await measureScale(vault, client, ids);
  await client.close();
  await vault.stop();
  await measureOpening(dataDir, ids, measured, true);
  tell(...scaleResults(points));
}

async function measureOpening(
  dataDir: string,
  ids: readonly string[],
  measured: Awaited<ReturnType<typeof measureScale>>,
  withTurns: boolean,
): Promise<void> {
  say('Unlocking …');
  const unlocked = await measureUnlock(dataDir, true);
  if (withTurns) {
    say('Turns …');
    tell(await measureEventLoopDelay(dataDir, ids));
  }
  const { ms: unlockWithoutImageMs } = await measureUnlock(dataDir, false);
  const bytesPerDocument = unlocked.bytes / ids.length;
  points.push({ ...measured, bytesPerDocument, unlockMs: unlocked.ms, unlockWithoutImageMs });
}
