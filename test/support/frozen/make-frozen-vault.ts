/**
 * Freezes a vault of the present code: `node test/support/frozen/make-frozen-vault.ts 0.2.0` creates
 * test/fixtures/vaults/0.2.0 with data folder, roll-back anchor and recorded.json. One per version with changed
 * formats; existing ones are never rewritten.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillVault } from './fill-vault.ts';
import { openPlainVault } from './plain-vault.ts';
import { type Recorded, readAsEveryone } from './recorded.ts';

const version = process.argv[2];
if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
  throw new Error('Give the version whose format is frozen, such as 0.2.0.');
}
const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'vaults', version);
if (existsSync(folder)) throw new Error(`${folder} is frozen already; it is never made again.`);
mkdirSync(folder, { recursive: true });

const place = { dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') };
const { secrets, frozenAtMs } = await fillVault({ ...place, nowMs: Date.parse('2026-11-10T08:00:00.000Z') });

// Read in a later run, as later builds do.
const vault = await openPlainVault({ ...place, nowMs: frozenAtMs });
const readings = await readAsEveryone(vault, secrets);
await vault.close();

const recorded: Recorded = { frozen_at: new Date(frozenAtMs).toISOString(), secrets, readings };
writeFileSync(join(folder, 'recorded.json'), `${JSON.stringify(recorded, null, 1)}\n`);
rmSync(join(place.dataDir, 'lock.sqlite'), { force: true });
