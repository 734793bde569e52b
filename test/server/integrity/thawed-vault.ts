/** Copies the newest frozen vault, which has every kind of row, and checks it. */
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { parsePrincipalId } from '#contract/ids.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { createTestClock } from '#test/support/clock.ts';
import { FROZEN_VAULTS, FROZEN_VERSIONS, readRecorded } from '#test/support/frozen/recorded.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

export function thaw(version = FROZEN_VERSIONS.at(-1) ?? '') {
  const recorded = readRecorded(version);
  const root = testTempDir();
  cpSync(join(FROZEN_VAULTS, version), root, { recursive: true });
  const dataDir = join(root, 'vault');
  // Restore permissions, which a checkout does not keep.
  for (const name of ['server.key', 'desktop.key']) chmodSync(join(dataDir, 'pki', name), 0o600);
  const stateDir = join(root, 'state');
  const clock = createTestClock(Date.parse(recorded.frozen_at));
  const { passphrase, principal_id } = recorded.secrets.founder;
  const opening = { passphrase, principal_id: parsePrincipalId(principal_id) };
  return {
    root,
    dataDir,
    stateDir,
    clock,
    opening,
    verify: () => verifyFolder({ dataDir, stateDir, clock, opening }),
    examine: () => examineFolder({ dataDir, stateDir, nowMs: clock.nowMs() }),
    /** Edits the database as an attacker with folder access. */
    edit(change: (db: SqliteDatabase.Database) => void): void {
      const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
      db.pragma('foreign_keys = OFF');
      try {
        change(db);
      } finally {
        db.close();
      }
    },
  };
}

export function codesOf({ findings }: { readonly findings: readonly { code: string; id: string | null }[] }) {
  return findings.map(({ code, id }) => [code, id]);
}
