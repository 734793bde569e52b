/**
 * `npm run bench:import [-- --quick] [-- --write]`: measures `srvault import fhir` with 10,000 resources, client and
 * server on one machine. Reports rate, CPU time per resource on both sides, and memory growth.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSources, sha256Hex } from '#cli/import/file-sources.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import { connect, PASSPHRASE } from '#lanes/bench/bench-client.ts';
import { machineWords, writeSection } from '#lanes/bench/benchmark-page.ts';
import { type BenchResult, ceilingResult, toMarkdown } from '#lanes/bench/benchmark-result.ts';
import { type ChildServer, startVault } from '#lanes/bench/child-server.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { writeFhirFiles } from './fhir-files.ts';

const MIB = 1024 * 1024;
/** CPU time per resource, client and server together, that allows 300 resources a second on two cores. */
const CPU_MS = { ceiling: 6.67, aim: 4 };
/** Allowed memory growth between the first and second half of an import. */
const GROWTH_MIB = { ceiling: 64, aim: 16 };
const WATCH_MS = 250;
const count = process.argv.includes('--quick') ? 1_000 : 10_000;

const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
process.env['SRVAULT_STATE_DIR'] = join(scratch, 'state');

interface Run {
  readonly perSecond: number;
  /** CPU time per resource, in milliseconds. */
  readonly clientMs: number;
  readonly serverMs: number;
  /** Peak resident memory of the client in each half of the run. */
  readonly peakBytes: readonly [number, number];
}

try {
  const { first, again } = await measure();
  const results = [
    cost('processor time to import a resource', first),
    cost('… that is there and has not changed', again),
    ceilingResult(
      'memory of the client, second half beside the first',
      Math.max(0, (first.peakBytes[1] - first.peakBytes[0]) / MIB),
      GROWTH_MIB.ceiling,
      GROWTH_MIB.aim,
      'MiB',
      `${Math.round(first.peakBytes[1] / MIB)} MiB at most`,
    ),
  ];
  const table = toMarkdown(results);
  process.stdout.write(`${table}\n`);
  if (process.argv.includes('--write')) {
    const lead = `Made by \`npm run bench:import -- --write\` on ${machineWords()}: ${count} FHIR resources as NDJSON (patients, studies, reports in HTML) into an empty vault, client and server on one machine. 300 a second on two cores leave 6.67 ms of processor time for one; the rate behind it is of a machine with other work beside.`;
    writeSection('Import', lead, table);
  }
  process.exitCode = results.every(({ met }) => met) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(): Promise<{ first: Run; again: Run }> {
  const [dataDir, input] = [join(scratch, 'vault'), join(scratch, 'fhir')];
  mkdirSync(input);
  const files = fileSources(writeFhirFiles(input, count));
  const vault = await startVault(dataDir);
  const bench = await connect(vault.url, dataDir);
  const client = desktopClient(vault.url, dataDir);
  await client.session.open({ passphrase: PASSPHRASE });
  const target = { client, security_group_id: bench.groupId, signal: new AbortController().signal };
  const importAll = async () => {
    const { report } = await runFhirImport({
      ...{ files, skipped: [], target, sha256Hex, onProgress: () => undefined },
    });
    if (report.failures.length > 0) throw new Error('The import failed.');
  };
  try {
    return { first: await timed(vault, importAll), again: await timed(vault, importAll) };
  } finally {
    await client.close();
    await bench.close();
    await vault.stop();
  }
}

async function timed(vault: ChildServer, work: () => Promise<void>): Promise<Run> {
  const [start, cpu, serverMs] = [performance.now(), process.cpuUsage(), vault.processMs()];
  const samples: number[] = [];
  const watch = setInterval(() => samples.push(process.memoryUsage.rss()), WATCH_MS);
  await work();
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpu);
  const half = Math.ceil(samples.length / 2);
  return {
    perSecond: (count / (performance.now() - start)) * 1000,
    clientMs: (user + system) / 1000 / count,
    serverMs: (vault.processMs() - serverMs) / count,
    peakBytes: [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))],
  };
}

function cost(what: string, { perSecond, clientMs, serverMs }: Run): BenchResult {
  const behind = `client ${clientMs.toFixed(2)} ms, server ${serverMs.toFixed(2)} ms; ${perSecond.toFixed(0)} a second`;
  return ceilingResult(what, clientMs + serverMs, CPU_MS.ceiling, CPU_MS.aim, 'ms', behind);
}
