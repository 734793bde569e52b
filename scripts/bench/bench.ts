/**
 * `npm run bench [-- --quick] [-- --write]`: every figure the vault is held to, as ratios against a bare
 * server measured in the same run. `--quick` uses a small vault and short runs to see that it works;
 * `--write` puts the table into docs/benchmarks.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from './bench-client.ts';
import { machineWords, writeSection } from './benchmark-page.ts';
import { startBare, startVault } from './child-server.ts';
import {
  type Bench,
  costPerRequest,
  measureExams,
  measureGet,
  measurePut,
  seedPatients,
} from './measure-documents.ts';
import { measureFiles } from './measure-files.ts';
import { measureLists, measureUnlock } from './measure-search.ts';
import { type BenchResult, ceilingResult, toMarkdown } from './result.ts';

const quick = process.argv.includes('--quick');
const plan = quick
  ? { pairs: 1, seconds: 2, small: 200, patients: 400, large: 2_000, fileBytes: 64 * 1024 * 1024 }
  : { pairs: 5, seconds: 6, small: 1_000, patients: 5_000, large: 100_000, fileBytes: 1024 * 1024 * 1024 };

const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
const dataDir = join(scratch, 'vault');
const results: BenchResult[] = [];
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

try {
  let vault = await startVault(dataDir);
  let client = await connect(vault.url, dataDir);
  const bare = await startBare(join(dataDir, 'pki'), scratch);

  say(`Sealing ${plan.small} patients …`);
  const ids = await seedPatients(client, 0, plan.small, 2048);
  const costSmall = await costPerRequest(client, ids, 500);
  say(`Sealing up to ${plan.patients} …`);
  ids.push(...(await seedPatients(client, ids.length, plan.patients - ids.length, 2048)));

  const bench: Bench = { vault, bare, client, dataDir, pairs: plan.pairs, seconds: plan.seconds };
  say('GET …');
  results.push(await measureGet(bench, ids));
  say('PUT patients …');
  results.push(await measurePut(bench, 'patients', ids));
  say('PUT exams …');
  results.push(await measureExams(bench));
  await client.close();
  await vault.stop();

  say('Files …');
  vault = await startVault(dataDir);
  client = await connect(vault.url, dataDir);
  results.push(...(await measureFiles({ ...bench, vault, client }, plan.fileBytes)));
  await bare.stop();

  say(`Sealing up to ${plan.large} patients …`);
  ids.push(...(await seedPatients(client, ids.length, plan.large - ids.length, 400)));
  results.push(...(await measureLists(client, plan.large)));
  const costLarge = await costPerRequest(client, ids, 500);
  const growth = (what: 'get' | 'put'): BenchResult =>
    ceilingResult(
      `cost of a ${what.toUpperCase()} from ${plan.small} to ${plan.large} documents`,
      costLarge[what] / costSmall[what],
      1.3,
      1.05,
      '×',
      `${costSmall[what].toFixed(2)} to ${costLarge[what].toFixed(2)} ms`,
    );
  results.push(growth('get'), growth('put'));
  await client.close();
  await vault.stop();
  results.push(await measureUnlock(dataDir, plan.large));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const table = toMarkdown(results);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) {
  const lead = `Made by \`npm run bench -- --write\` on ${machineWords()}; load generator and both servers share the machine. Ratios compare the vault with a bare Fastify server under the same mutual TLS in the same run (\`scripts/bench/bare-server.ts\`).`;
  writeSection('Server', lead, table);
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;
