/** Derives the keys of a served vault, to search for them in memory. */
import { join } from 'node:path';
import { cloneSecret } from '#crypto/bytes.ts';
import type { VaultUnderTest } from '#lanes/torture/served-vault.ts';
import { type Reader, unlockReadOnly } from '#server/integrity/unlock-read-only.ts';
import { openDatabaseForReading } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { systemClock } from '#server/system/clock.ts';

type Keys = Record<string, Uint8Array>;

/** Returns the group's newest key and those derived from it, by name. The folder must not be served. */
export function keysOfVault(vault: VaultUnderTest): Promise<Keys> {
  return copiesOf(vault, ({ keyRing }) => {
    const { generation, key } = keyRing.currentGroupKey(vault.group);
    return { groupKey: key, ...keyRing.subkeys(vault.group, generation) };
  });
}

/** Returns the person's signing and encapsulation seeds. The folder must not be served. */
export function seedsOfVault(vault: VaultUnderTest): Promise<Keys> {
  return copiesOf(vault, ({ secrets }) => ({
    'the key of the person': secrets.principalKey,
    'the seed of X-Wing': secrets.kemSeed,
    'the seed of Ed25519, in DER too': secrets.ed25519.seed,
    'the seed of ML-DSA-65': secrets.mldsa.seed,
  }));
}

async function copiesOf(
  { dataDir, opening }: VaultUnderTest,
  keysOf: (principal: Reader['principal']) => Readonly<Keys>,
): Promise<Keys> {
  const db = createSqliteEngine(openDatabaseForReading(join(dataDir, 'vault.sqlite')));
  const reader = await unlockReadOnly(db, systemClock, opening);
  const named = Object.entries(keysOf(reader.principal));
  const keys = Object.fromEntries(named.map(([name, each]) => [name, cloneSecret(each)]));
  reader.close();
  db.close();
  return keys;
}
