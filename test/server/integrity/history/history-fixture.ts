/** Fixture of a vault with a patient of two states, whose folder tests change as an attacker would. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { VaultClient } from '#sdk/client.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { openPlainVault, type PlainVault } from '#test/support/frozen/plain-vault.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

export interface OpenedVault extends PlainVault {
  readonly founder: VaultClient;
}

export async function historyVault() {
  const root = testTempDir();
  const { security_group_id: group, device_secret } = await copyPreparedVault(root, FOUNDING);
  const place = { dataDir: join(root, 'vault'), stateDir: join(root, 'state'), nowMs: Date.now() };

  /** Unlocks and counts the rows once. */
  async function open(): Promise<OpenedVault> {
    const vault = await openPlainVault(place);
    const founder = vault.connect();
    await founder.session.open({ device_secret });
    await vault.services.stateCheck.whenIdle();
    await vault.services.health.whenIdle();
    return { ...vault, founder };
  }

  /** Opens, runs the work, and closes in order. */
  async function run<T>(work: (vault: OpenedVault) => Promise<T>): Promise<T> {
    const vault = await open();
    try {
      return await work(vault);
    } finally {
      await vault.close();
    }
  }

  async function createPatient({ founder }: OpenedVault, legal_name: string): Promise<string> {
    const { index } = await founder.patients.create({ security_group_id: group, record: { legal_name } });
    return index.document_id;
  }

  return {
    ...place,
    root,
    group,
    device_secret,
    run,
    open,
    createPatient,
    findings: () => run(async ({ services }) => services.health.findings().map(({ code, id }) => [code, id])),
    /** Findings of `srvault verify`, without those of rows that refer to a missing one. */
    async verified() {
      const { dataDir, stateDir } = place;
      const { findings } = await verifyFolder({
        ...{ dataDir, stateDir },
        opening: { passphrase: FOUNDING.passphrase },
      });
      return findings.filter(({ code }) => code !== 'reference_broken').map(({ code, id }) => [code, id]);
    },
    /** Copies the present folder under a name. */
    copy: (name: string) => cpSync(place.dataDir, join(root, name), { recursive: true }),
    /** Restores that copy. */
    putBack(name: string): void {
      rmSync(place.dataDir, { recursive: true });
      cpSync(join(root, name), place.dataDir, { recursive: true });
    },
    copyState: (name: string) => cpSync(place.stateDir, join(root, name), { recursive: true }),
    putBackState(name: string): void {
      rmSync(place.stateDir, { recursive: true });
      cpSync(join(root, name), place.stateDir, { recursive: true });
    },
    /** Edits the unserved folder. */
    edit(change: (db: SqliteDatabase.Database) => void): void {
      const db = new SqliteDatabase(join(place.dataDir, 'vault.sqlite'));
      db.pragma('foreign_keys = OFF');
      try {
        change(db);
        db.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        db.close();
      }
    },
    /** Replaces rows of some tables by those of a copy. */
    paste(name: string, tables: readonly string[], where = '1'): void {
      this.edit((db) => {
        db.prepare('ATTACH ? AS old').run(join(root, name, 'vault.sqlite'));
        for (const table of tables) {
          db.exec(`DELETE FROM main.${table} WHERE ${where}`);
          db.exec(`INSERT INTO main.${table} SELECT * FROM old.${table} WHERE ${where}`);
        }
      });
    },
  };
}
