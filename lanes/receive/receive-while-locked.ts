/**
 * `npm run test:long -- receive [--images N]`: DCMTK sends pictures over four associations to a locked vault. Source:
 * imaging design, "Receiving while locked".
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type InProcessVault, startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import type { VaultClient } from '#sdk/client.ts';
import { CANARY, dataSetOf, type MadeInstance, madeInstance } from './synthetic-study.ts';

const ASSOCIATIONS = 4;
const STUDIES = 10;
/** Longest time for filing after the unlock. */
const FILED_WITHIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 100;
const AE = 'SRVAULT';

export const RECEIVE: Lane = {
  name: 'receive',
  proves:
    'Pictures sent to a locked vault are readable nowhere on the disk, and a minute after the unlock in their exams, byte by byte.',
  unit: 'images',
  times: 500,
  run: receive,
};

async function receive(images: number, say: (text: string) => void): Promise<LaneOutcome> {
  if (spawnSync('storescu', ['--version']).status !== 0)
    return { ran: 'nothing', found: [], skipped: 'there is no storescu of DCMTK here' };
  const made = Array.from({ length: images }, (_, at) =>
    madeInstance((at % STUDIES) + 1, Math.floor(at / STUDIES) + 1),
  );
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-sent-'));
  const here = await startInProcessVault('receive', { port: 0, ae: AE, allow: [] });
  try {
    await here.client.session.lock();
    await send(here.server.dicomPort ?? 0, made, scratch);
    const waiting = (await here.client.imaging.inbox()).images;
    const found = waiting === images ? [] : [`${waiting} of ${images} were taken`];
    found.push(...inClear(here.dataDir, made));
    say(`${waiting} received while locked`);

    const client = await here.connect();
    const unlockedAt = performance.now();
    while ((await client.imaging.inbox()).images > 0 && performance.now() - unlockedAt < FILED_WITHIN_MS)
      await wait(LOOK_EVERY_MS);
    const seconds = ((performance.now() - unlockedAt) / 1000).toFixed(1);
    say(`filed after ${seconds} s`);
    found.push(...(await misfiled(client, here, made)), ...inClear(here.dataDir, made));
    found.push(...(await here.stopAndVerify()));
    const ran = `${images} images of ${Math.min(images, STUDIES)} studies over ${ASSOCIATIONS} associations, filed ${seconds} s after the unlock, folder verified`;
    return { ran, found };
  } finally {
    await here.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function send(port: number, made: readonly MadeInstance[], scratch: string): Promise<void> {
  const run = promisify(execFile);
  const folders = Array.from({ length: ASSOCIATIONS }, (_, at) => join(scratch, String(at)));
  for (const folder of folders) mkdirSync(folder);
  for (const [at, { instance, file }] of made.entries())
    writeFileSync(join(folders[at % ASSOCIATIONS] ?? scratch, `${instance}.dcm`), file);
  await Promise.all(
    folders
      .filter((folder) => readdirSync(folder).length > 0)
      .map((folder) => run('storescu', ['-aec', AE, '+sd', '127.0.0.1', String(port), folder])),
  );
}

/** Returns files of the vault that contain a sent name or UID in plaintext. */
function inClear(dataDir: string, made: readonly MadeInstance[]): string[] {
  const words = [CANARY, ...new Set(made.map(({ study }) => study))];
  return readdirSync(dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return words.some((word) => bytes.includes(word)) ? [`${entry.name} says in clear what was sent`] : [];
  });
}

/** Checks that every exam has exactly the unchanged pictures of one study. */
async function misfiled(
  client: VaultClient,
  { group }: InProcessVault,
  made: readonly MadeInstance[],
): Promise<string[]> {
  const found: string[] = [];
  const left = new Map(made.map((each) => [each.instance, each]));
  for await (const { index } of client.exams.list({ security_group_id: group, limit: 200 })) {
    const studies = new Set<string>();
    for await (const node of client.drive(group).list({ exam_id: index.document_id, kind: 'file' })) {
      const sent = left.get(node.name?.replace(/\.dcm$/, '') ?? '');
      if (sent === undefined) {
        found.push(`node ${node.node_id} is none that was sent, or is there twice`);
        continue;
      }
      left.delete(sent.instance);
      studies.add(sent.study);
      const content = await (await client.drive(group).download(node.node_id)).bytes();
      if (Buffer.compare(dataSetOf(content), sent.dataSet) !== 0)
        found.push(`node ${node.node_id} is not as it was sent`);
    }
    if (studies.size !== 1) found.push(`exam ${index.document_id} has ${studies.size} studies`);
  }
  if (left.size > 0) found.push(`${left.size} images are in no exam`);
  return found;
}
