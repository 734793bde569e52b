/**
 * Tests that no plaintext or key is in memory after a lock. Source: evidence design, D-9; sealing design B3, "Wiped
 * at lock".
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import { foundVault, type ServedVault } from '#lanes/torture/served-vault.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { type MemoryHits, searchMemory } from '#test/support/process-memory.ts';
import { keysOfVault } from '#test/support/vault-keys.ts';

const scratch = mkdtempSync(join(tmpdir(), 'srvault-forgetting-'));
const log = join(scratch, 'log');
const LAUNCHER = join(ROOT, 'cli', 'launcher.mjs');
const TEXTS = { name: 'ZilpzalpAlba', report: 'ZilpzalpBefund', file: 'ZilpzalpDatei' };
/** As the index of texts holds it. */
const FOLDED = { 'report, folded': 'zilpzalpbefund' };

/** Large enough to be derived in a worker thread. */
const LARGE_REPORT_TIMES = 4_000;

let served: ServedVault;
let group: SecurityGroupId;
let keys: Record<string, Uint8Array>;
let content: Record<string, Uint8Array>;

beforeAll(async () => {
  const vault = await foundVault(scratch);
  group = vault.group;
  keys = await keysOfVault(vault);
  content = Object.fromEntries(
    Object.entries({ ...TEXTS, ...FOLDED }).flatMap(([name, text]) => [
      [name, Buffer.from(text)],
      [`${name}, two bytes a letter`, Buffer.from(text, 'utf16le')],
    ]),
  );
  served = await vault.serve([
    ...['/bin/sh', '-c', 'exec "$@" 2>"$0"', log],
    ...[process.execPath, LAUNCHER, 'serve', '--log-level', 'info'],
  ] as const);
});
afterAll(async () => {
  await served.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function work(): Promise<void> {
  const { client } = served;
  for (let round = 0; round < 10; round += 1) {
    const patient = await client.patients.create({
      security_group_id: group,
      record: { display_name: `${TEXTS.name} ${round}` },
    });
    const exam = await client.exams.create({
      security_group_id: group,
      patient_id: patient.index.document_id,
      record: { title: TEXTS.name, report_html: `<p>${`${TEXTS.report} `.repeat(300)}</p>` },
    });
    await client.exams.get(exam.index.document_id);
    const drive = client.drive(group);
    const { node_id } = await drive.upload(Buffer.from(`${TEXTS.file} `.repeat(40_000)), {
      name: `${round}`,
    });
    await (await drive.download(node_id)).bytes();
  }
  await client.exams.create({
    security_group_id: group,
    record: { report_html: `<p>${`${TEXTS.report} `.repeat(LARGE_REPORT_TIMES)}</p>` },
  });
  await client.patients.list({ q: TEXTS.name }).toArray({ limit: 50 });
  const { items } = await client.exams.list({ text: TEXTS.report, limit: 200 }).page();
  expect(items.length).toBeGreaterThan(9);
}

const NOWHERE: MemoryHits = { all: 0, inObjects: 0 };

describe(
  'the memory of a server after its last session has locked',
  onlyWhere(process.platform === 'linux', 'only Linux shows the memory of a process'),
  () => {
    test('holds no key of the group at once but the one its index is stored by, and nothing once it says that it was cleared', async () => {
      await work();
      const before = searchMemory(served.pid, { ...keys, ...content });
      // Control: keys and texts are found while unlocked.
      for (const name of Object.keys(keys)) expect(before[name]?.all, name).toBeGreaterThan(0);
      for (const name of Object.keys(TEXTS)) expect(before[name]?.all, name).toBeGreaterThan(10);
      for (const name of Object.keys(FOLDED)) expect(before[name]?.all, name).toBeGreaterThan(0);

      // The search takes long, so connections may have ended.
      await nextTurn();
      await served.client.session.lock();
      const locked = searchMemory(served.pid, keys);
      const { searchKey, ...others } = locked;
      for (const [name, hits] of Object.entries(others)) expect(hits, name).toEqual(NOWHERE);
      // The index may still have a key to seal unsaved images.
      expect(searchKey?.all).toBeLessThanOrEqual(1);
      await expect.poll(() => readFileSync(log, 'utf8')).toContain('memory was cleared after a lock');
      const cleared = searchMemory(served.pid, { ...keys, ...content });
      for (const [name, hits] of Object.entries(cleared)) expect(hits, name).toEqual(NOWHERE);
    });
  },
);
