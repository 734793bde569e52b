/**
 * `npm run test:long -- many [--objects N]`: runs whole-vault commands with a small heap on a vault of N files and
 * ten times as many audit entries. The files are copies of one row and its content under other ids: damaged when
 * opened, but valid to count, list and copy. Comparing a tenth with all finds memory that grows with the number.
 * Reports beforehand if the disk is too small.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundAt, nodeAt, PASSPHRASE } from '#lanes/cluster-failures/vault-server.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import { ENTRIES_A_FILE, swell } from './insert-many-rows.ts';
import { type Walked, walk } from './whole-vault-commands.ts';

const MIB = 1024 * 1024;
/** Smallest number for the comparison, because below it page caches are not yet full at a tenth. */
const COMPARED_FROM = 1_000_000;
/** Limit of memory growth per object; a JavaScript object kept per file takes some 600 bytes. */
const BYTES_AN_OBJECT_MAX = 100;
/** Backups of all files are left out, and the row says so, where that of a tenth promises more than this. */
const BACKUP_SECONDS_MAX = 20 * 60;
/** Disk space per file: its row and entries in the vault, in a snapshot, and in the copy of the database. */
const DISK_BYTES_AN_OBJECT = 32 * 1024;

export const MANY: Lane = {
  name: 'many',
  proves:
    'Doctor, the check and export of the log, and backups take no more memory for a million files and ten million entries than for a tenth of them.',
  unit: 'objects',
  times: 1_000_000,
  run: ofMany,
};

async function ofMany(objects: number, say: (text: string) => void, stop: AbortSignal): Promise<LaneOutcome> {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = objects * DISK_BYTES_AN_OBJECT;
  if (bavail * bsize < needed)
    return {
      ran: '',
      found: [],
      skipped: `${objects} objects take ${Math.ceil(needed / MIB)} MiB in ${tmpdir()}, which has ${Math.floor((bavail * bsize) / MIB)}`,
    };
  await buildCommandLine();
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-many-'));
  const at = { dataDir: join(scratch, 'vault'), stateDir: join(scratch, 'state') };
  const found: string[] = [];
  try {
    const { group, secret } = await foundAt(at);
    const node = nodeAt(at, secret);
    await node.start();
    await node.client().drive(group).upload(new Uint8Array(64), { name: 'one of many.bin' });
    await node.stop();
    const sizes = [Math.max(1, Math.floor(objects / 10)), objects];
    const told: Map<string, Walked[]> = new Map();
    let backsUp = true;
    let made = 0;
    for (const size of sizes) {
      if (stop.aborted) break;
      say(`makes ${size - made} files and ${ENTRIES_A_FILE} entries to each`);
      swell(at.dataDir, size - made);
      made = size;
      const backups = join(scratch, `backups-${size}`);
      for (const walked of await walk(at, backsUp ? backups : undefined, PASSPHRASE, say)) {
        told.set(walked.command, [...(told.get(walked.command) ?? []), walked]);
        if (walked.failure !== undefined) found.push(`${walked.command} of ${size}: ${walked.failure}`);
      }
      // Delete the backups, because their space is needed.
      rmSync(backups, { recursive: true, force: true });
      const tookSeconds = told.get('backup')?.at(-1)?.seconds ?? 0;
      backsUp = (tookSeconds * objects) / size <= BACKUP_SECONDS_MAX;
    }
    const lines = [...told].map(([command, walks]) => lineOf(command, walks, sizes, found));
    return { ran: `${made} files and ${made * ENTRIES_A_FILE} entries: ${lines.join('; ')}`, found };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function lineOf(
  command: string,
  walks: readonly Walked[],
  [tenth = 0, all = 0]: readonly number[],
  found: string[],
): string {
  const mib = (bytes: number) => Math.round(bytes / MIB);
  const [first, last] = [walks[0], walks[1]];
  if (first === undefined) return command;
  if (last === undefined)
    return `${command} of ${tenth} alone, ${first.seconds.toFixed(1)} s, ${mib(first.maxRssBytes)} MiB`;
  const more = (last.maxRssBytes - first.maxRssBytes) / (all - tenth);
  if (all >= COMPARED_FROM && !last.keepsFindings && more > BYTES_AN_OBJECT_MAX)
    found.push(`${command} takes ${more.toFixed(0)} bytes more for each file with its entries`);
  const memory = `${mib(first.maxRssBytes)} and ${mib(last.maxRssBytes)} MiB`;
  const told = last.keepsFindings ? ' with a finding of each file' : '';
  return `${command} ${last.seconds.toFixed(1)} s, ${memory}${told}`;
}
