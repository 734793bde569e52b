/**
 * Measures the event loop delay of the desktop's main thread. The vault runs in its worker thread, a second process
 * imports exams, and a simulated window saves a draft every 300 ms. Target: p99 under 20 ms.
 *
 * node scripts/desktop/bench-main-thread.ts [seconds]
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { forwardRequest, singleAddress } from '#main/host/forward-request.ts';
import { createLoopbackAgent } from '#main/host/loopback-agent.ts';
import { startVaultHost } from '#main/vault/vault-host.ts';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from './build-stamp.ts';

const PASSPHRASE = 'violet harbour mosaic 7 lantern';
const IMPORTERS = 8;
const TYPING_MS = 300;
const NS_PER_MS = 1e6;

interface Job {
  readonly url: string;
  readonly dataDir: string;
  readonly authorization: string;
  readonly security_group_id: string;
}

function examBody({ security_group_id }: Job): string {
  const report_html = `<h2>Findings</h2>${'<p>No focal lesion in the imaged volume.</p>'.repeat(40)}`;
  return JSON.stringify({
    security_group_id,
    patient_id: null,
    record: { title: 'CT chest', modality: 'CT', report_html },
  });
}

/** Second process: imports exams through the SDK. */
async function importExams(job: Job): Promise<void> {
  const dispatcher = createLoopbackAgent(job.dataDir);
  const headers = { authorization: job.authorization, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: examBody(job) };
  await Promise.all(
    Array.from({ length: IMPORTERS }, async () => {
      for (;;)
        await forwardRequest(
          { reach: singleAddress(job.url), dispatcher },
          new Request('app://vault/v1/exams', init),
        );
    }),
  );
}

async function measure(seconds: number): Promise<void> {
  await buildAll();
  const folder = mkdtempSync(join(tmpdir(), 'srvault-bench-'));
  process.env['SRVAULT_STATE_DIR'] = join(folder, 'state');
  const dataDir = join(folder, 'vault');
  const threadFile = join(ROOT, 'dist', 'main', 'vault-thread.js');
  const host = await startVaultHost({ dataDir, uiDir: folder, threadFile, port: 0, log: () => undefined });
  const target = { reach: singleAddress(host.url), dispatcher: createLoopbackAgent(dataDir) };
  const call = async (path: string, method: string, body: string, authorization = '') => {
    const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
    return (
      await forwardRequest(target, new Request(`app://vault${path}`, { method, headers, body }))
    ).json();
  };
  const vault = await call(
    '/v1/vault',
    'POST',
    JSON.stringify({ name: 'Bench', owner: { display_name: 'Dr. Bench' }, passphrase: PASSPHRASE }),
  );
  const opened = await call('/v1/session', 'POST', JSON.stringify({ passphrase: PASSPHRASE }));
  const authorization = `Bearer ${opened.session_token}`;
  const job: Job = { url: host.url, dataDir, authorization, security_group_id: vault.security_group_id };
  const exam = await call('/v1/exams', 'POST', examBody(job), authorization);
  const draft = JSON.stringify({
    record: JSON.parse(examBody(job)).record,
    base_version_id: exam.version_id,
  });

  const importer = fork(import.meta.filename, ['import', JSON.stringify(job)]);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    await call(`/v1/exams/${exam.index.document_id}/draft`, 'PUT', draft, authorization);
    await pause(TYPING_MS);
  }
  delay.disable();
  importer.kill();
  await host.close();
  await target.dispatcher.destroy();
  rmSync(folder, { recursive: true, force: true });
  const ms = (ns: number) => Math.round((ns / NS_PER_MS) * 10) / 10;
  process.stdout.write(
    `${JSON.stringify({
      bench: 'desktop main thread',
      seconds,
      p50_ms: ms(delay.percentile(50)),
      p99_ms: ms(delay.percentile(99)),
      max_ms: ms(delay.max),
    })}\n`,
  );
}

const [mode, job] = process.argv.slice(2);
if (mode === 'import') await importExams(JSON.parse(job ?? ''));
else await measure(Number(mode ?? 10));
