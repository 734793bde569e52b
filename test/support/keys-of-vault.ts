/** The keys a served vault holds while somebody is unlocked, to be looked for where they should not be. */
import { join } from 'node:path';
import { copySecret } from '#crypto/bytes.ts';
import type { VaultUnderTest } from '#scripts/torture/served-vault.ts';
import { systemClock } from '#server/access/clock.ts';
import { openDatabaseForReading } from '#server/db/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/db/engine/sqlite/sqlite-engine.ts';
import { unlockForReading } from '#server/evidence/unlock-for-reading.ts';

/** The newest key of its group and what is derived from it, by name. While nobody serves the folder. */
export async function keysOfVault({
  dataDir,
  group,
  opening,
}: VaultUnderTest): Promise<Record<string, Uint8Array>> {
  const db = createSqliteEngine(openDatabaseForReading(join(dataDir, 'vault.sqlite')));
  const reader = await unlockForReading(db, systemClock, opening);
  const { keyRing } = reader.principal;
  const { generation, key } = keyRing.currentGroupKey(group);
  const subkeys: [string, Uint8Array][] = Object.entries(keyRing.subkeys(group, generation));
  const named: [string, Uint8Array][] = [['groupKey', key], ...subkeys];
  const keys = Object.fromEntries(named.map(([name, each]) => [name, copySecret(each)]));
  reader.close();
  db.close();
  return keys;
}
