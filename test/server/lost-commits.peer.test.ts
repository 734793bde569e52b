/**
 * Tests in-doubt commits that PostgreSQL lost and whose number another transaction got: after a standby's promotion,
 * or after a crash.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { POSTGRES_PROGRAMS, type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay } from '#scripts/postgres/tcp-relay.ts';
import { createCommitHistory } from '#server/integrity/history/commit-history.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

/** Far more numbers than the server may use meanwhile. */
const NUMBERS_TAKEN = 2000;
const PSQL = join(POSTGRES_PROGRAMS ?? '', 'psql');

let primary: PostgresCluster;

describe('a lost commit', needsPostgres(), () => {
  beforeAll(async () => {
    primary = await startPostgres();
  });
  afterAll(() => primary.stop());

  /** Opens a database over a separate network relay. */
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
    const standby = await primary.follow('standby');
    onTestFinished(standby.stop);
    const documentsOf = (cluster: PostgresCluster) =>
      attempt(() => psql(cluster.url('promoted'), 'SELECT count(*) FROM documents'));
    const { client } = await serveFolder(at, { logLevel: 'silent', store });
    const group = await foundClinic(client);
    const body = { security_group_id: group, record: { display_name: 'Anna Ek' } };
    const { index: before } = await client.patients.create(body);

    // A checkpoint commits too, so take it right before.
    await expect.poll(() => documentsOf(standby)).toBe('1');
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
    expect([primary, standby].map(documentsOf)).toEqual(['2', '1']);

    const { index } = await client.patients.create(body, once);
    expect(documentsOf(standby)).toBe('2');
    await client.patients.get(index.document_id);
    await client.patients.get(before.document_id);
  });

  /** One of several servers, continuing after a foreign write with an optimistic transaction. */
  async function serveFar(database: string) {
    const { relay, store } = await openFar(database);
    const db = openPostgres(store, MIGRATIONS, { isOneOfSeveral: true });
    onTestFinished(db.close);
    const history = createCommitHistory(db);
    const { beforeCommit, isWritten } = history;
    const commits = createCommitQueue(db, { beforeCommit, isWritten });
    commits.onCommitted(history.onCommitted);
    commits.onRolledBack(history.onUndone);
    commits.writeNow(() => undefined);
    const here = (sql: string) => psql(primary.url(database), sql);
    const touch = db.prepare('UPDATE document_changes SET last_seq = last_seq');
    return {
      relay,
      here,
      count: () => Number(here('SELECT commit_count FROM service_state')),
      pid: () => Number(here("SELECT pid FROM pg_stat_activity WHERE application_name = 'srvault'")),
      write: () =>
        commits
          .write(() => void touch.run())
          .then(
            () => 'confirmed',
            (error: unknown) => error,
          ),
      /** The next write arrives, but its response is lost with the connection. */
      arrival: () => relay.sent('last_seq = last_seq'),
      /** Cuts every connection, and accepts new ones. */
      cut() {
        relay.refuse();
        relay.thaw();
      },
    };
  }

  const NOT_THERE = expect.objectContaining({ message: expect.stringContaining('Nothing was changed') });

  test('of which nothing was heard, and which is there, is confirmed', async () => {
    const { relay, count, write, cut } = await serveFar('deaf');
    const before = count();
    relay.deafen();
    const told = write();
    await expect.poll(count).toBe(before + 1);
    cut();
    expect(await told).toBe('confirmed');
    expect(count()).toBe(before + 1);
  });

  test('that waits for its turn is waited for, and told as it went', async () => {
    const { here, count, write, cut } = await serveFar('queued');
    const before = count();
    const holds = 'BEGIN; UPDATE vault_head SET write_count = write_count; SELECT pg_sleep(600)';
    const other = spawn(PSQL, ['-qtAX', '-c', holds, primary.url('queued')], { stdio: 'ignore' });
    onTestFinished(() => void other.kill());
    const waiting = (event: string) =>
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND ${event}`;
    const sleeps = waiting("wait_event = 'PgSleep'");
    await expect.poll(() => here(sleeps)).not.toBe('');
    const told = write();
    await expect.poll(() => here(waiting("wait_event_type = 'Lock'"))).not.toBe('');
    // Run in another process, because this thread waits for the response.
    const ends = `SELECT pg_sleep(1); SELECT pg_terminate_backend(pid) FROM (${sleeps}) AS holder`;
    spawn(PSQL, ['-qtAX', '-c', ends, primary.url('queued')], { stdio: 'ignore' });
    cut();
    const outcome = await told;
    // PostgreSQL cancels a transaction whose client is gone, or commits before noticing.
    expect([before, before + 1]).toContain(count());
    expect(outcome).toEqual(count() === before ? NOT_THERE : 'confirmed');
  });

  test('that the database has not come to is not confirmed, and does not happen any more', async () => {
    const { here, count, pid, write, arrival, cut } = await serveFar('stopped');
    const before = count();
    const stopped = pid();
    process.kill(stopped, 'SIGSTOP');
    let isStopped = true;
    function goOn(): void {
      if (isStopped) process.kill(stopped, 'SIGCONT');
      isStopped = false;
    }
    onTestFinished(goOn);
    const arrived = arrival();
    const told = write();
    await arrived;
    cut();
    expect(await told).toEqual(NOT_THERE);
    goOn();
    const isThere = () => here(`SELECT count(*) FROM pg_stat_activity WHERE pid = ${stopped}`);
    await expect.poll(isThere).toBe('0');
    expect(count()).toBe(before);
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
        // Everything has arrived except the COMMIT.
        count.get();
        if (!isLast) return;
        relay.freeze();
        sent.resolve();
      },
      isWritten: history.isWritten,
    });
    commits.onCommitted(history.onCommitted);
    commits.onRolledBack(history.onUndone);
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

    // Later transactions do not build on it.
    isLast = false;
    commits.writeNow(() => undefined);
    expect(count.get()).toBe(Number(before) + 1);
  });
});

/** A standby may lag behind. */
function attempt(ask: () => string): string | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
