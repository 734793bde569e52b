/** Tests that a log cut by a writer of the folder is a finding at the next unlock, without being asked for. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { PASSPHRASE, startInitialisedServer, startTestServer } from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

/** Founds a vault, uses it, cuts its log while it is closed, and returns what an administrator is shown. */
async function findingsAfter(cut: (db: SqliteDatabase.Database, last: number) => void): Promise<object[]> {
  const folder = testTempDir();
  const place = { dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') };
  const first = await startInitialisedServer(place);
  for (let n = 0; n < 4; n += 1) {
    const made = await first.desktop.send('/v1/patients', {
      ...{ method: 'POST', token: first.token },
      body: { security_group_id: first.security_group_id, record: { display_name: `Ada ${n}` } },
    });
    expect(made.status).toBe(201);
  }
  await first.stop();

  const db = new SqliteDatabase(join(place.dataDir, 'vault.sqlite'));
  cut(db, Number(db.prepare<[], number>('SELECT MAX(seq) FROM audit_entries').pluck().get()));
  db.close();

  const again = await startTestServer(place);
  try {
    const { json } = await again.desktop.send('/v1/session', {
      ...{ method: 'POST', body: { passphrase: PASSPHRASE } },
    });
    // Counting goes on for some turns behind the answer to the unlock.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    const { json: found } = await again.desktop.send('/v1/findings', { token: json.session_token });
    return found.items.map(({ code, id }: { code: string; id: string }) => ({ code, id }));
  } finally {
    await again.stop();
  }
}

describe('a log that was cut while the vault was closed', () => {
  test('at its end, signatures and all, is told at the next unlock', async () => {
    let end = 0;
    const found = await findingsAfter((db, last) => {
      end = last;
      for (const table of ['audit_entries', 'audit_signatures'])
        db.prepare(`DELETE FROM ${table} WHERE seq > ?`).run(last - 3);
    });
    expect(found).toEqual([{ code: 'audit_cut', id: String(end) }]);
  });

  test('wholly, as one that begins anew, too', async () => {
    const found = await findingsAfter((db) => {
      for (const table of ['audit_entries', 'audit_signatures']) db.prepare(`DELETE FROM ${table}`).run();
    });
    expect(found).toMatchObject([{ code: 'audit_cut' }]);
  });

  test('in its middle names the first missing entry', async () => {
    const found = await findingsAfter((db) => {
      db.prepare('DELETE FROM audit_entries WHERE seq IN (3, 4)').run();
    });
    expect(found).toEqual([{ code: 'audit_damaged', id: '3' }]);
  });

  test('and one that was left alone is told of by nothing', async () => {
    expect(await findingsAfter(() => undefined)).toEqual([]);
  });
});
