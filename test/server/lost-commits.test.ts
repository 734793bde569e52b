/**
 * PostgreSQL goes on without a transaction whose COMMIT nobody answered, and has given its number to another: a standby
 * that took over, or the database itself after a crash, where the first to connect again takes it.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { POSTGRES_PROGRAMS, type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay } from '#scripts/postgres/tcp-relay.ts';
import { createCommitQueue } from '#server/db/commit-queue.ts';
import { openPostgres } from '#server/db/engine/postgres/open-postgres.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { createCommitHistory } from '#server/history/commit-history.ts';
import { foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

/** Two clusters, and a schema for every vault: on a busy machine that has taken most of a minute. */
const BUSY_MAX_MS = 240_000;
/** As many as the server may write meanwhile, many times over. */
const NUMBERS_TAKEN = 2000;

let primary: PostgresCluster;

describe.runIf(POSTGRES_PROGRAMS !== undefined)('a lost commit', { timeout: BUSY_MAX_MS }, () => {
  beforeAll(async () => {
    primary = await startPostgres();
  }, BUSY_MAX_MS);
  afterAll(() => primary.stop());

  /** A database over a network of the test's own. */
  async function openFar(database: string) {
    psql(primary.url('postgres'), `CREATE DATABASE ${database}`);
    const relay = await startRelay(primary.port);
    onTestFinished(relay.end);
    return { relay, store: primary.url(database).replace(`:${primary.port}/`, `:${relay.port}/`) };
  }

  test('is not confirmed by a standby that took over without it, and happens once where it is repeated', async () => {
    const { relay, store } = await openFar('promoted');
    const root = testTempDir();
    const at = { dataDir: `${root}/vault`, stateDir: `${root}/state` };
    const { client } = await serveFolder(at, { logLevel: 'silent', store });
    const group = await foundClinic(client);
    const body = { security_group_id: group, record: { display_name: 'Anna Ek' } };
    const { index: before } = await client.patients.create(body);

    const standby = await primary.follow('standby');
    onTestFinished(standby.stop);
    standby.promote();
    psql(
      standby.url('promoted'),
      `DO $$ BEGIN FOR taken IN 1..${NUMBERS_TAKEN} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
    );
    const answered = relay.haltAt('COMMIT');
    const once = { maxRetries: 0, idempotencyKey: 'the-one-that-is-lost' };
    const written = client.patients.create(body, once).then(
      () => 'confirmed',
      (error: unknown) => error,
    );
    await answered;
    relay.lead(standby.port);
    relay.refuse();
    relay.thaw();
    expect(await written).toMatchObject({ code: 'protocol_error' });
    const documentsOf = (cluster: PostgresCluster) =>
      psql(cluster.url('promoted'), 'SELECT count(*) FROM documents');
    expect([primary, standby].map(documentsOf)).toEqual(['2', '1']);

    const { index } = await client.patients.create(body, once);
    expect(documentsOf(standby)).toBe('2');
    await client.patients.get(index.document_id);
    await client.patients.get(before.document_id);
  });

  test('is not confirmed by a database that crashed before it had heard of it', async () => {
    const { relay, store } = await openFar('crashed');
    const db = openPostgres(store, MIGRATIONS);
    onTestFinished(db.close);
    const history = createCommitHistory(db);
    const count = db.prepare<[], number>('SELECT commit_count FROM service_state').pluck();
    const sent = Promise.withResolvers<void>();
    let isLast = false;
    const commits = createCommitQueue(db, {
      beforeCommit() {
        history.beforeCommit();
        // All of it has arrived; its COMMIT will not.
        count.get();
        if (!isLast) return;
        relay.freeze();
        sent.resolve();
      },
      isWritten: history.isWritten,
    });
    commits.onCommitted(history.onCommitted);
    commits.onUndone(history.onUndone);
    commits.writeNow(() => undefined);
    const before = count.get();
    isLast = true;
    const written = commits
      .write(() => undefined)
      .then(
        () => 'confirmed',
        (error: unknown) => error,
      );
    await sent.promise;
    primary.crash();
    relay.refuse();
    primary.start();
    relay.thaw();
    expect(await written).toMatchObject({ message: expect.stringContaining('Nothing was changed') });
    expect(count.get()).toBe(before);

    // Nor does what comes next go on from it.
    isLast = false;
    commits.writeNow(() => undefined);
    expect(count.get()).toBe(Number(before) + 1);
  });
});
