/**
 * `node lanes/bench/trace-call-path.ts`: lists our files and functions that one request executes in the server, by
 * the engine's precise coverage. The client's are left out. Counts the third request of a kind, to skip one-time
 * work.
 */
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startInProcessVault } from '#lanes/runner/in-process-vault.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLIENTS = ['sdk/', 'scripts/', 'node_modules/'];
const WARM_TIMES = 2;

const vault = await startInProcessVault('hops');
const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Returns the functions called since the last call, by file. */
async function called(): Promise<Map<string, string[]>> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const files = new Map<string, string[]>();
  for (const { url, functions } of result) {
    if (!url.startsWith('file:')) continue;
    const file = relative(ROOT, fileURLToPath(url));
    if (file.startsWith('..') || CLIENTS.some((prefix) => file.startsWith(prefix))) continue;
    const names = functions.flatMap(({ functionName, ranges: [whole] }) =>
      whole !== undefined && whole.count > 0 ? [functionName || '(unnamed)'] : [],
    );
    if (names.length > 0) files.set(file, names);
  }
  return files;
}

async function count(what: string, request: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < WARM_TIMES; times += 1) await request();
  await called();
  await request();
  const files = await called();
  const functions = [...files.values()].reduce((sum, names) => sum + names.length, 0);
  process.stdout.write(`${what}: ${files.size} files, ${functions} functions\n`);
  if (process.argv.includes('--names'))
    for (const [file, names] of [...files].sort()) process.stdout.write(`  ${file}: ${names.join(', ')}\n`);
}

try {
  const { client, group } = vault;
  const { exams } = client;
  const record = { title: 'CT chest', modality: 'CT', report_html: '<p>Lungs clear.</p>' };
  const { index, version_id } = await exams.create({ security_group_id: group, record });
  let expected_latest_version_id = version_id;
  await count('GET an exam', () => exams.get(index.document_id));
  await count('PUT an exam', async () => {
    ({ version_id: expected_latest_version_id } = await exams.update(index.document_id, {
      record,
      expected_latest_version_id,
    }));
  });
  await count('list of exams', () => exams.list().page());
} finally {
  inspector.disconnect();
  await vault.remove();
}
