/**
 * `npm run bench:ui [-- --quick] [-- --write]`: measures the interface in real Chromium against a real server.
 * `--quick` uses a small worklist as a smoke test, `--report` measures only the editor. `--write` puts the table into
 * docs/benchmarks.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { buildInterface } from '#scripts/build/build.ts';
import { type BenchClient, connect, field } from './bench-client.ts';
import { machineWords, writeSection } from './benchmark-page.ts';
import { type BenchResult, toMarkdown } from './benchmark-result.ts';
import { startVault } from './child-server.ts';
import { patientRecord } from './sample-records.ts';
import { startBarePage } from './ui/bare-page.ts';
import { longReportHtml, measureReport } from './ui/measure-report.ts';
import { measureStart } from './ui/measure-start.ts';
import { measureWorklist } from './ui/measure-worklist.ts';
import { openBrowser } from './ui/open-browser.ts';

const quick = process.argv.includes('--quick');
/** True to measure only the editor. */
const onlyReport = process.argv.includes('--report');
const EXAMS = quick ? 600 : 10_000;
const AT_ONCE = 32;
const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-ui-'));
const dataDir = join(scratch, 'vault');
const results: BenchResult[] = [];
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

await buildInterface();
const vault = await startVault(dataDir);
try {
  const client = await connect(vault.url, dataDir);
  const place = { url: vault.url, dataDir };
  say(`Sealing ${EXAMS} exams …`);
  const longIds = await seed(client);
  if (!onlyReport) {
    const browser = await openBrowser();
    say('Start …');
    results.push(...(await measureStart(browser, place)));
    say('Worklist …');
    results.push(...(await measureWorklist(browser, place, EXAMS)));
    await browser.close();
  }
  say('Report …');
  const uncapped = await openBrowser({ uncapped: true });
  const bare = await startBarePage(join(scratch, 'bare'));
  results.push(...(await measureReport(uncapped, place, longIds, bare.url)));
  await bare.close();
  await uncapped.close();
  await client.close();
} finally {
  await vault.stop();
  rmSync(scratch, { recursive: true, force: true });
}

const table = toMarkdown(results);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) {
  const lead = `Made by \`npm run bench:ui -- --write\` on ${machineWords()}; Chromium, driver and server share the machine.`;
  writeSection('Interface', lead, table);
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;

/** Creates one patient, two long reports, and short exams up to the total; returns the ids of the long ones. */
async function seed(client: BenchClient): Promise<string[]> {
  const security_group_id = client.groupId;
  const create = async (resource: string, body: object): Promise<string> => {
    const view = await client.json('POST', `/v1/${resource}`, { security_group_id, ...body });
    return String(field(field(view, 'index'), 'document_id'));
  };
  const patientId = await create('patients', { record: patientRecord(1, 600) });
  const longReport = reportFromHtml(longReportHtml());
  const longIds: string[] = [];
  for (const title of ['CT chest, long report', 'CT abdomen, long report']) {
    const record = { title, modality: 'CT', exam_date: '2026-05-12', ...longReport };
    longIds.push(await create('exams', { patient_id: patientId, record }));
  }
  const short = (number: number): Promise<string> => {
    const day = new Date(Date.UTC(2026, 0, 1 + (number % 330))).toISOString().slice(0, 10);
    const record = { title: `US abdomen ${number}`, modality: 'US', exam_date: day };
    return create('exams', { patient_id: patientId, record });
  };
  for (let made = longIds.length; made < EXAMS; made += AT_ONCE) {
    const batch = Math.min(AT_ONCE, EXAMS - made);
    await Promise.all(Array.from({ length: batch }, (_, at) => short(made + at)));
  }
  return longIds;
}
