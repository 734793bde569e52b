/**
 * `npm run bench:imaging [-- --quick] [-- --write]`: measures uploaded, received and displayed pictures. Receiving is
 * compared with DCMTK's `storescp` and Orthanc, which write unencrypted, if they are installed. `--quick` is a smoke
 * test; `--viewer` and `--receive` measure one part; `--write` puts the table into docs/benchmarks.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, PASSPHRASE } from '#lanes/bench/bench-client.ts';
import { machineWords, writeSection } from '#lanes/bench/benchmark-page.ts';
import { type BenchResult, toMarkdown } from '#lanes/bench/benchmark-result.ts';
import { startVault } from '#lanes/bench/child-server.ts';
import { buildInterface } from '#scripts/build/build.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { ImagingBench } from './imaging-bench.ts';
import { measureReceive } from './measure-receive.ts';
import { measureThumbnail } from './measure-thumbnail.ts';
import { measureViewer } from './measure-viewer.ts';
import { isInstalled } from './receivers.ts';

const plan = process.argv.includes('--quick')
  ? { uploads: 5, images: 40, rounds: 1, slices: 40 }
  : { uploads: 30, images: 500, rounds: 3, slices: 300 };
const only = ['viewer', 'receive'].find((part) => process.argv.includes(`--${part}`));
const loadBefore = loadavg()[1] ?? 0;
const scratch = mkdtempSync(join(tmpdir(), 'srvault-bench-imaging-'));
const dataDir = join(scratch, 'vault');
const results: BenchResult[] = [];
const say = (text: string): boolean => process.stderr.write(`${text}\n`);

if (only !== 'receive') await buildInterface();
await foundVault();
const vault = await startVault(dataDir, ['--dicom-port', '0']);
try {
  const client = await connect(vault.url, dataDir);
  const sdk = desktopClient(vault.url, dataDir);
  await sdk.session.open({ passphrase: PASSPHRASE });
  const bench: ImagingBench = { vault, sdk, group: client.groupId, dataDir, scratch };
  if (only !== 'viewer') {
    // First, so that the sandbox runs before memory is measured.
    say('Thumbnails …');
    results.push(await measureThumbnail(bench, plan.uploads));
    if (isInstalled('storescu')) {
      say('Receiving …');
      results.push(...(await measureReceive(bench, plan)));
    } else say('Nothing is received: there is no storescu of DCMTK here.');
  }
  if (only !== 'receive') {
    say('Viewer …');
    results.push(...(await measureViewer(bench, plan.slices)));
  }
  await sdk.close();
  await client.close();
} finally {
  await vault.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Creates the vault, because receiving needs a group. */
async function foundVault(): Promise<void> {
  const founding = await startVault(dataDir);
  const client = await connect(founding.url, dataDir);
  await client.close();
  await founding.stop();
}

const table = toMarkdown(results);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--write')) {
  const lead = `Made by \`npm run bench:imaging -- --write\` on ${machineWords()}; senders, receivers and Chromium share the machine. Slices of 0.5 MiB; the vault is unlocked, so that it files what it sealed and makes pictures of it in the lulls, and the others write files. Ratios are medians of interleaved pairs. Other work on the machine before it began: ${loadBefore.toFixed(1)} processes ready to run on average.`;
  writeSection('Imaging', lead, table);
}
process.exitCode = results.every((result) => result.met) ? 0 : 1;
