/**
 * `npm run test:long -- power`: traces the system calls of a real `srvault serve` during sequential requests. Killing
 * a process does not simulate a power cut; the order of syncs and responses does.
 * Source: evidence design, D-3.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { listeningUrl, SERVE, serverEnvironment } from '#lanes/torture/served-vault.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { checkDurability } from './durability.ts';
import { type Call, parseTrace, TRACED } from './parse-system-calls.ts';

const PASSPHRASE = 'power: a quiet lamp in the cellar';

export const POWER: Lane = {
  name: 'power',
  proves: 'No answer leaves before all it speaks of would outlive a loss of power.',
  unit: 'rounds',
  times: 40,
  async run(rounds) {
    if (spawnSync('strace', ['-V']).status !== 0) {
      return { ran: 'nothing', found: [], skipped: 'there is no strace here that may trace' };
    }
    return outcomeOf(rounds, ...(await traceRounds(rounds)));
  },
};

function outcomeOf(rounds: number, calls: readonly Call[], dataDir: string): LaneOutcome {
  const count = (kind: Call['kind']) =>
    calls.filter((call) => call.kind === kind).length.toLocaleString('en');
  const ran = `${rounds} rounds of requests, ${count('answered')} writes to a socket, ${count('synced')} syncs`;
  return { ran, found: checkDurability(calls, dataDir) };
}

/** Traces from the first start of an empty folder to its end; returns the calls and the folder. */
export async function traceRounds(rounds: number): Promise<[calls: Call[], dataDir: string]> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-power-'));
  const dataDir = join(scratch, 'vault');
  const trace = join(scratch, 'trace');
  const strace = ['-f', '-y', '-s', '0', '--seccomp-bpf', '-e', `trace=${TRACED}`, '-o', trace];
  await buildCommandLine();
  const child = spawn('strace', [...strace, process.execPath, ...SERVE, '--data', dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment(join(scratch, 'state')),
  });
  try {
    const client = desktopClient(await listeningUrl(child), dataDir, NOTHING_TWICE);
    const group = await found(client);
    for (let round = 0; round < rounds; round += 1) await workOnce(client, group);
    await client.close();
    await stop(child, dataDir);
    return [parseTrace(readFileSync(trace, 'utf8')), dataDir];
  } finally {
    if (child.exitCode === null) await stop(child, dataDir);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Signals the traced process; its tracer ends with it. */
async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  const run: unknown = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  const gone = once(child, 'exit');
  process.kill(Number(new Map(Object.entries(run ?? {})).get('pid')), 'SIGTERM');
  await gone;
}

async function found(client: VaultClient): Promise<string> {
  const { security_group_id } = await client.vault.init({
    name: 'Power',
    owner: { display_name: 'Owner' },
    passphrase: PASSPHRASE,
  });
  await client.session.open({ passphrase: PASSPHRASE });
  return security_group_id;
}

async function workOnce(client: VaultClient, group: string): Promise<void> {
  const record = { display_name: 'Traced' };
  const { index, version_id } = await client.patients.create({ security_group_id: group, record });
  const id = index.document_id;
  await client.patients.draft.put(id, { record, base_version_id: version_id });
  await client.patients.update(id, { record, expected_latest_version_id: version_id });
  const exam = await client.exams.create({
    security_group_id: group,
    record: { title: 'Traced', report_html: '<p>Traced.</p>' },
  });
  await client.exams.archive(exam.index.document_id);
  const drive = client.drive(group);
  const folder = await drive.mkdir({ name: `folder ${id}` });
  for (const size of [100, 300_000]) {
    const { node_id } = await drive.upload(randomBytes(size), { name: `${size}`, parent_id: folder.node_id });
    await drive.patch(node_id, { name: `renamed ${size}` });
  }
  const bytes = randomBytes(20_000);
  const { node_id } = await drive.resumable.start({ name: `parts ${id}`, size: bytes.length });
  await drive.resumable.putPart(node_id, 1, bytes);
  await drive.resumable.putPart(node_id, 1, bytes);
  await drive.resumable.complete(node_id);
  await client.session.putPreferences({ traced: id });
  const groups = [{ security_group_id: group, role: 'viewer' as const }];
  const credential = await client.credentials.create({ name: 'Traced', groups });
  await client.credentials.revoke(credential.credential_id);
  for (const gone of [folder.node_id, node_id]) {
    await drive.delete(gone);
    await drive.purge(gone);
  }
  await client.patients.delete(id);
  await client.patients.purge(id);
}
