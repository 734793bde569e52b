/**
 * Tests a database address with several hosts: the server uses the one that accepts writes, and follows a promotion.
 * Uses two PostgreSQL, one a synchronous standby.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually, startStandby } from '#lanes/cluster-failures/standby.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { openPostgresForReading } from '#server/storage/engine/postgres/open-postgres-read-only.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

describe('an address with several hosts', needsPostgres(), () => {
  /** Starts a primary with a database, and a synchronous standby. */
  async function startBoth(database: string) {
    const primary = await startPostgres();
    onTestFinished(primary.stop);
    psql(primary.url('postgres'), `CREATE DATABASE ${database}`);
    const standby = await startStandby(primary, 'second');
    onTestFinished(standby.stop);
    const ask = (text: string) => psql(primary.url('postgres'), text);
    ask("ALTER SYSTEM SET synchronous_standby_names = 'second'");
    ask('SELECT pg_reload_conf()');
    await eventually(async () => {
      if (ask('SELECT sync_state FROM pg_stat_replication') !== 'sync') throw new Error('not synchronous');
    });
    ask('CHECKPOINT');
    const store = addressOf(database, standby, primary);
    return { primary, standby, store };
  }

  const addressOf = (database: string, ...clusters: readonly PostgresCluster[]) =>
    `postgres://vault@${clusters.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`;

  test('is served by the one that takes writes, and by the next one after that was lost', async () => {
    const { primary, standby, store } = await startBoth('taken_over');
    const root = testTempDir();
    const at = { dataDir: `${root}/vault`, stateDir: `${root}/state` };
    // The standby is listed first.
    const { client, server } = await serveFolder(at, { logLevel: 'silent', store });
    const security_group_id = await foundClinic(client);
    const create = (display_name: string) =>
      client.patients.create(
        { security_group_id, record: { display_name } },
        { maxRetries: 0, idempotencyKey: `key-of-${display_name}` },
      );
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await create(`before-${n}`)).index.document_id);

    primary.crash();
    const refused = await create('between').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VaultApiError);
    expect(refused).toMatchObject({ code: 'protocol_error' });
    standby.promote();
    // It has no standby of its own to wait for.
    psql(standby.url('postgres'), 'ALTER SYSTEM RESET synchronous_standby_names');
    psql(standby.url('postgres'), 'SELECT pg_reload_conf()');
    ids.push((await eventually(() => create('between'))).index.document_id);
    ids.push((await create('after')).index.document_id);
    for (const id of ids) await client.patients.get(id);
    expect(psql(standby.url('taken_over'), 'SELECT count(*) FROM documents')).toBe(String(ids.length));

    await client.close();
    await server.close();
    // With the lost host first, a new server finds the other.
    const { client: later } = await serveFolder(at, {
      logLevel: 'silent',
      store: addressOf('taken_over', primary, standby),
    });
    await later.session.open({ passphrase: CLINIC_PASSPHRASE });
    for (const id of ids) await later.patients.get(id);
    const { findings } = await verifyFolder({ ...at, opening: { passphrase: CLINIC_PASSPHRASE } });
    expect(findings).toEqual([]);
  });

  test('is read at the one that takes writes, and refused where none does', async () => {
    const { primary, standby, store } = await startBoth('read_there');
    const engine = openPostgres(store, MIGRATIONS);
    const schema = engine.prepare<[], number>('SELECT version FROM vault_schema').pluck().get() ?? 0;
    engine.close();
    const reading = openPostgresForReading(store, schema, { isAlone: false });
    onTestFinished(reading.close);
    expect(reading.prepare<[], string>("SELECT current_setting('port')").pluck().get()).toBe(
      String(primary.port),
    );
    const alone = addressOf('read_there', standby);
    expect(() => openPostgres(alone, MIGRATIONS)).toThrow('only a standby answers');
    primary.crash();
    expect(() => openPostgres(store, MIGRATIONS)).toThrow('only a standby answers');
    standby.crash();
    expect(() => openPostgres(store, MIGRATIONS)).toThrow('cannot reach its database');
  });
});
