/**
 * Measures a large clinic on one database: departments of 100,000 patients, sealed into a folder and migrated. Then
 * the cost for a server whose session unlocks one department, first without index images, then with them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchClient, connect, field, openSession } from '#lanes/bench/bench-client.ts';
import { startVault } from '#lanes/bench/child-server.ts';
import { measureScale, type Spread } from '#lanes/bench/measure/measure-search.ts';
import { type SeededGroup, seedInProcess } from '#lanes/bench/seed-in-process.ts';
import { psql } from '#scripts/postgres/cluster.ts';

const PER_DEPARTMENT = 100_000;
const MIB = 1024 * 1024;
const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'cli', 'srvault.ts');

/** `say` receives each figure at once. @returns a Markdown table of the results. */
export async function measureDepartments(
  scratch: string,
  store: string,
  patients: number,
  say: (text: string) => void,
): Promise<string> {
  const rows: string[] = [];
  function row(what: string, measured: string): void {
    rows.push(`| ${what} | ${measured} |`);
    say(`${what}: ${measured}`);
  }
  const folder = join(scratch, 'folder');
  const dataDir = join(scratch, 'node');
  const startedAt = performance.now();
  const departments = await seedInProcess(folder, patients, PER_DEPARTMENT);
  const [first, last] = [departments[0], departments.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is no department.');
  row('patients, departments', `${patients.toLocaleString('en')}, ${departments.length}`);
  row(
    'sealed into a folder, in process',
    `${seconds(performance.now() - startedAt)}; CPU of the first and of the last department ${perPatient(first)} and ${perPatient(last)} a patient`,
  );
  row(
    'moved into the database by `srvault migrate`',
    await migrate(['--from', folder, '--data', dataDir, '--store', store]),
  );
  rmSync(folder, { recursive: true });
  const bytes = Number(psql(store, 'SELECT pg_database_size(current_database())'));
  row('database', `${(bytes / MIB).toFixed(0)} MiB`);
  row('patients of the department that is unlocked', last.ids.length.toLocaleString('en'));
  const opening = await credentialOf(dataDir, last.groupId);
  row(
    'token to first search answer, without images',
    inWords(await measureFirstSearch(dataDir, opening, false)),
  );
  row('token to first search answer, from images', inWords(await measureFirstSearch(dataDir, opening, true)));

  const vault = await startVault(dataDir);
  const client = await opening(vault.url);
  const point = await measureScale(vault, client, last.ids);
  row('resident memory of that server', `${(vault.rssBytes() / MIB).toFixed(0)} MiB`);
  await client.close();
  await vault.stop();
  row('page of 50, median / p95', spread(point.pageMs, point.pageCpuMs));
  row('prefix search, median / p95', spread(point.searchMs, point.searchCpuMs));
  row('GET', ms(point.getMs));
  row('PUT', ms(point.putMs));
  return ['| what | measured |', '|---|---|', ...rows].join('\n');
}

/** Migrates in a child process. @returns its duration and peak memory. @throws if it fails */
async function migrate(options: readonly string[]): Promise<string> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'migrate', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let mostKib = 0;
  const watch = setInterval(() => {
    mostKib = Math.max(mostKib, mostMemoryKib(child.pid));
  }, 500);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`srvault migrate ended with ${code}.`);
  return `${seconds(performance.now() - startedAt)}, memory at most ${(mostKib / 1024).toFixed(0)} MiB`;
}

/** Returns the peak memory in KiB; 0 if the system does not report it. */
function mostMemoryKib(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

type Opening = (url: string) => Promise<BenchClient>;

/** Creates a credential with access to one group only. */
async function credentialOf(dataDir: string, security_group_id: string): Promise<Opening> {
  const vault = await startVault(dataDir);
  const owner = await connect(vault.url, dataDir);
  const made = await owner.json('POST', '/v1/credentials', {
    name: 'Workstation',
    groups: [{ security_group_id, role: 'editor' }],
  });
  await owner.close();
  await vault.stop();
  const text = (name: string): string => String(field(made, name));
  const tls = { ca: text('ca_pem'), cert: text('certificate_pem'), key: text('private_key_pem') };
  return (url) => openSession(url, tls, { token: text('token') });
}

interface FirstSearch {
  readonly ms: number;
  /** CPU time of all threads of the server's process. */
  readonly cpuMs: number;
  /** Growth of its resident memory since it listened. */
  readonly bytes: number;
}

async function measureFirstSearch(dataDir: string, open: Opening, withImages: boolean): Promise<FirstSearch> {
  if (!withImages) rmSync(join(dataDir, 'search'), { recursive: true, force: true });
  const vault = await startVault(dataDir);
  const [bytes, cpuMs, startedAt] = [vault.rssBytes(), vault.processMs(), performance.now()];
  const client = await open(vault.url);
  await client.json('GET', '/v1/patients?q=kast');
  const measured = {
    ms: performance.now() - startedAt,
    cpuMs: vault.processMs() - cpuMs,
    bytes: vault.rssBytes() - bytes,
  };
  await client.close();
  await vault.stop();
  return measured;
}

const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const perPatient = ({ cpuMs, ids }: SeededGroup): string => `${(cpuMs / ids.length).toFixed(2)} ms`;
const spread = (wall: Spread, cpu: Spread): string =>
  `${ms(wall.median)} / ${ms(wall.p95)}; CPU ${ms(cpu.median)} / ${ms(cpu.p95)}`;
const inWords = ({ ms, cpuMs, bytes }: FirstSearch): string =>
  `${seconds(ms)}, CPU ${seconds(cpuMs)}, memory ${(bytes / MIB).toFixed(0)} MiB`;
