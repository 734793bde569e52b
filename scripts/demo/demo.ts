/**
 * `npm run demo [-- FOLDER]`: demonstrates the main use through the SDK on a temporary vault over a real socket.
 * Issues a credential, makes the sample practice, imports FHIR bundles, reads, writes, provokes a conflict, uploads, trashes,
 * restores, removes the sample practice and locks, checking each response. Prints a table; exits with 0 only if every step succeeded.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSources, sha256Hex } from '#cli/import/file-sources.ts';
import { expandPaths } from '#cli/import/source-paths.ts';
import { formatTable } from '#cli/terminal/table.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import { SOURCE_EXTENSIONS } from '#imports/fhir/source/read-source.ts';
import { createSample } from '#sample/create-sample.ts';
import { findSample, removeSample } from '#sample/remove-sample.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { ConflictError } from '#sdk/errors.ts';
import { reportFromMarkdown } from '#sdk/report.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { startServer } from '#server/app/start-server.ts';
import { createSteps } from './demo-steps.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'fhir');
/** Above the SDK's limit for one request, so that the resumable transfer is used too. */
const FILE_BYTES = 17 * 1024 * 1024;

const REPORT = `## Findings
No pneumothorax. Two nodules:

| site | size |
| --- | --- |
| right upper lobe | 6 mm |
| left lower lobe | 4 mm |

## Impression
1. Nodules as above, control in 12 months.
`;

const folder = await mkdtemp(join(tmpdir(), 'srvault-demo-'));
const { steps, step } = createSteps();
try {
  await demonstrate(folder, process.argv[2] ?? FIXTURES);
  process.stdout.write(`${formatTable(['step', 'what came of it', 'ms'], steps)}\n\nAll of it held.\n`);
} catch (error) {
  const reason = error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message}` : '';
  process.stderr.write(`${error instanceof Error ? error.message : 'The demo failed.'}${reason}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function demonstrate(root: string, source: string): Promise<void> {
  const dataDir = join(root, 'vault');
  const server = await step('serve an empty folder', async () => {
    const running = await startServer({ dataDir, port: 0, stateDir: join(root, 'state') });
    return [running, `mutual TLS at ${running.url}`];
  });
  try {
    const { client, group } = await issueCredential(server.url, dataDir);
    try {
      await work(client, group, source);
    } finally {
      await client.close();
    }
  } finally {
    await server.close();
  }
}

/** Creates the vault as administrator with the desktop's certificate, and a credential for the other steps. */
async function issueCredential(
  baseUrl: string,
  dataDir: string,
): Promise<{ client: VaultClient; group: string }> {
  const admin = desktopClient(baseUrl, dataDir);
  const passphrase = `demo ${randomUUID()}`;
  const vault = await step('initialise the vault', async () => {
    const created = await admin.vault.init({
      name: 'Demo',
      owner: { display_name: 'Demo owner' },
      passphrase,
    });
    return [created, `workspace ${created.workspace_id}`];
  });
  const group = vault.security_group_id;
  const credential = await step('issue an SDK credential', async () => {
    await admin.session.open({ passphrase });
    const groups = [{ security_group_id: group, role: 'owner' as const }];
    const created = await admin.credentials.create({ name: 'demo script', groups });
    await admin.session.lock();
    await admin.close();
    return [created, `certificate CN ${created.client_cn}`];
  });
  const transport = nodeTransport({
    baseUrl,
    ca: credential.ca_pem,
    cert: credential.certificate_pem,
    key: credential.private_key_pem,
  });
  return { client: createClient({ transport, token: credential.token }), group };
}

async function work(client: VaultClient, group: string, source: string): Promise<void> {
  const { signal } = new AbortController();
  await step('make the sample practice', async () => {
    const made = await createSample({
      ...{ client, security_group_id: group, language: 'en', by: 'demo script', nowMs: Date.now(), signal },
      onProgress: () => {},
    });
    return [made, `${made.patients} invented patients, ${made.exams} exams, ${made.files} pictures`];
  });
  await step('import FHIR bundles', async () => {
    const paths = await expandPaths([source], SOURCE_EXTENSIONS);
    const target = { client, security_group_id: group, signal };
    const sources = { files: fileSources(paths.files), skipped: paths.skipped, sha256Hex };
    const { report } = await runFhirImport({ ...sources, target, onProgress: () => {} });
    if (report.failures.length > 0) throw new Error(`${report.failures.length} resources were not imported.`);
    const counts = Object.entries(report.imported).map(([type, { created = 0 }]) => `${created} ${type}`);
    return [report, counts.join(', ')];
  });
  const patient = await step('list the patients', async () => {
    const patients = await client.patients.list({ sort: 'title' }).toArray({ limit: 1000 });
    const first = patients.find(({ summary }) => summary?.sample !== true);
    if (first?.summary == null) throw new Error('No patient was imported.');
    return [{ id: first.index.document_id, name: first.summary.display_name }, `${patients.length} patients`];
  });
  await step('search by the start of a name', async () => {
    const q = patient.name
      .split(' ')
      .map((word) => word.slice(0, 3))
      .join(' ');
    const found = await client.patients.list({ q }).toArray({ limit: 10 });
    if (!found.some(({ index }) => index.document_id === patient.id))
      throw new Error('The search missed it.');
    return [found, `«${q}» finds ${found.length}`];
  });
  const examId = await step('read a patient, write an exam', async () => {
    const { record } = await client.patients.get(patient.id);
    const report = await reportFromMarkdown(REPORT);
    const exam = await client.exams.create({
      security_group_id: group,
      patient_id: patient.id,
      record: { title: 'CT chest', modality: 'CT', exam_date: '2026-03-02', ...report },
    });
    if (!exam.record.report_html?.includes('<table>')) throw new Error('The table of the report was lost.');
    return [
      exam.index.document_id,
      `report of ${report.report_html.length} characters for ${record.legal_name}`,
    ];
  });
  await step('provoke and resolve a conflict', () => conflict(client, examId));
  await step('upload a file and read it back', () => transferFile(client, group, examId));
  await step('trash and restore', async () => {
    const trashed = await client.exams.delete(examId);
    const restored = await client.exams.restore(examId);
    if (!trashed.is_deleted || restored.is_deleted) throw new Error('The flags are wrong.');
    return [restored, 'into the trash and back'];
  });
  await step('remove the sample practice', async () => {
    const sample = await findSample(client, signal);
    await removeSample(client, sample, 'The demo ends', signal);
    const left = await client.patients.list({ state: 'all' }).toArray({ limit: 1000 });
    if (!left.some(({ index }) => index.document_id === patient.id))
      throw new Error('It removed an imported patient.');
    if ((await findSample(client, signal)).patients.length > 0) throw new Error('Some of it is left.');
    return [sample, `${sample.patients.length} patients erased, ${left.length} imported ones kept`];
  });
  await step('lock', async () => {
    const { state } = await client.session.lock();
    const refused = await client.patients.get(patient.id).then(
      () => 'nothing',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown'),
    );
    if (refused !== 'session_locked') throw new Error(`A locked session answered ${refused}.`);
    return [state, 'afterwards: 401 session_locked'];
  });
}

async function conflict(client: VaultClient, examId: string): Promise<[unknown, string]> {
  const mine = await client.exams.get(examId);
  await client.exams.edit(examId, (record) => ({ ...record, title: 'CT chest with contrast' }));
  const stale = { record: { ...mine.record, modality: 'CT' }, expected_latest_version_id: mine.version_id };
  const refused = await client.exams.update(examId, stale).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof ConflictError)) throw new Error('The stale write was not refused.');
  const resolved = await client.exams.edit(examId, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'final' } },
  }));
  if (resolved.record.title !== 'CT chest with contrast')
    throw new Error('The other writer’s title was lost.');
  return [resolved, '409 version_conflict, then both changes kept'];
}

async function transferFile(client: VaultClient, group: string, examId: string): Promise<[unknown, string]> {
  const bytes = randomBytes(FILE_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const drive = client.drive(group);
  const node = await drive.upload(bytes, { name: 'series.bin', exam_id: examId });
  const download = await drive.download(node.node_id, { sha256 });
  for await (const _piece of download) {
    // The SDK compares the hash at the end.
  }
  if (download.sha256() !== sha256) throw new Error('The file came back changed.');
  return [node, `${FILE_BYTES / 1024 / 1024} MiB, SHA-256 ${sha256.slice(0, 16)}… the same`];
}
