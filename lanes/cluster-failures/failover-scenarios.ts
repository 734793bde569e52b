/** Rare failures, each tested once: a standby takes over, the network falls silent, a server freezes. */
import { randomUUID } from 'node:crypto';
import { psql } from '#scripts/postgres/cluster.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { createLastSeenState } from '#sdk/node/last-seen-state.ts';
import { eventually, startStandby } from './standby.ts';
import type { ClinicHere, ClinicNode } from './test-cluster.ts';

const ONCE = { maxRetries: 0, timeoutMs: 60_000 };

const write = async (client: VaultClient, group: string, display_name: string) =>
  (await client.patients.create({ security_group_id: group, record: { display_name } }, ONCE)).index
    .document_id;

/** Returns the error code of a request; undefined if it succeeded. */
async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'protocol_error') return error.message;
    throw error;
  }
}

/** Promotes a lagging standby: the loss must be detected, and a person can accept it. */
export async function asynchronousStandby(clinic: ClinicHere, found: string[]): Promise<void> {
  const { node, group } = clinic;
  const primary = clinic.cluster();
  const standby = await startStandby(primary, 'behind');
  const kept = await write(node.client(), group, 'kept');
  await eventually(async () => {
    const behind = psql(
      primary.url('postgres'),
      'SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 1) FROM pg_stat_replication',
    );
    if (Number(behind) > 0) throw new Error('the standby is behind');
  });
  standby.crash();
  const lost = await write(node.client(), group, 'lost');
  primary.crash();
  standby.start();
  standby.promote();
  clinic.lead(standby);
  const say = (what: string) => found.push(`asynchronous standby: ${what}`);
  const refusal = await eventually(async () => {
    const words = await refusalOf(node.client().patients.get(kept, {}, ONCE));
    if (words?.includes('cannot reach') === true) throw new Error(words);
    return words;
  });
  if (refusal?.includes('was set back') !== true) say(`lost commits were answered ${refusal}`);
  const writing = await refusalOf(write(node.client(), group, 'new'));
  if (writing === undefined) say('a write was taken after commits were lost');
  await node.kill();
  await node.start('--accept-rollback');
  await node.client().patients.get(kept, {}, ONCE);
  const status = await node
    .client()
    .patients.get(lost, {}, ONCE)
    .then(() => 200)
    .catch((error: unknown) => (error instanceof VaultApiError ? error.status : 0));
  if (status !== 404) say(`what was lost answers ${status}`);
  await write(node.client(), group, 'after');
}

/**
 * Two primaries accept writes, because a standby was promoted while a server still reaches the old one. A client of
 * both servers must detect it, and so must the old primary's server once it reaches the other.
 */
export async function twoPrimaries(
  { node, cluster, group }: ClinicHere,
  other: ClinicNode,
  found: string[],
): Promise<void> {
  const say = (what: string) => found.push(`two primaries: ${what}`);
  const [old, standby] = [cluster(), await startStandby(cluster(), 'beside')];
  try {
    await write(node.client(), group, 'of both');
    await eventually(async () => {
      const behind = psql(
        old.url('postgres'),
        'SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 1) FROM pg_stat_replication',
      );
      if (Number(behind) > 0) throw new Error('the standby is behind');
    });
    standby.promote();
    other.relay.lead(standby.port);
    other.relay.refuse();
    other.relay.thaw();
    await write(node.client(), group, 'of the old one');
    await eventually(() => write(other.client(), group, 'of the new one'));
    for (const more of ['a second', 'a third']) await write(other.client(), group, more);

    const seenStates = createLastSeenState();
    const here = await node.meet(seenStates);
    await here.close();
    const met = await refusalOf(other.meet(seenStates).then((client) => client.close()));
    if (met?.includes('rolled back or forked') !== true) say(`whoever met both was answered ${met}`);

    node.relay.lead(standby.port);
    node.relay.refuse();
    node.relay.thaw();
    const refusal = await eventually(async () => {
      const words = await refusalOf(write(node.client(), group, 'of neither'));
      if (words?.includes('cannot reach') === true) throw new Error(words);
      return words;
    });
    if (!/another history|rolled back or forked|set back/.test(refusal ?? ''))
      say(`the server of the old one answered ${refusal}`);
  } finally {
    standby.stop();
  }
}

/** Blocks all traffic, or only responses: requests must fail, and work again afterwards. */
export async function silentNetwork(
  { node, group, sql }: ClinicHere,
  direction: 'both' | 'answers',
  found: string[],
): Promise<void> {
  const say = (what: string) => found.push(`network silent (${direction}): ${what}`);
  const id = await write(node.client(), group, 'before');
  const count = () => Number(sql('SELECT count(*) FROM documents'));
  const before = count();
  const key = { ...ONCE, idempotencyKey: `silence-${direction}` };
  const create = () =>
    node.client().patients.create({ security_group_id: group, record: { display_name: 'in silence' } }, key);
  if (direction === 'both') node.relay.freeze();
  else node.relay.deafen();
  if ((await refusalOf(create())) === undefined) say('a write was answered');
  if ((await refusalOf(node.client().patients.get(id, {}, ONCE))) === undefined) say('a read was answered');
  node.relay.refuse();
  node.relay.thaw();
  await eventually(create);
  if (count() !== before + 1) say(`${count() - before} documents of one Idempotency-Key`);
}

/**
 * Freezes a server that has the writers' lock: another one must continue, and the frozen one must confirm nothing
 * later.
 */
export async function frozenServer(clinic: ClinicHere, other: ClinicNode, found: string[]): Promise<void> {
  const { node, group, sql } = clinic;
  const say = (what: string) => found.push(`frozen server: ${what}`);
  const body = { security_group_id: group, record: { display_name: 'frozen' } };
  const { key, frozen } = await eventually(async () => {
    node.relay.thaw();
    const halted = node.relay.haltWithin();
    const tried = { ...ONCE, idempotencyKey: randomUUID() };
    const told = node
      .client()
      .patients.create(body, tried)
      .then(({ index }) => index.document_id)
      .catch(() => undefined);
    // If the bytes were split unfavourably, the relay did not halt the transaction.
    const isHalted = await Promise.race([halted.then(() => true), told.then(() => false)]);
    if (!isHalted) throw new Error('no transaction was halted');
    return { key: tried, frozen: told };
  });
  node.signal('SIGSTOP');
  const before = Number(sql('SELECT count(*) FROM documents'));
  await eventually(() => write(other.client(), group, 'meanwhile'));
  const after = Number(sql('SELECT count(*) FROM documents'));
  if (after !== before + 1) say(`${after - before} documents where one was written`);
  node.signal('SIGCONT');
  node.relay.thaw();
  const told = await frozen;
  if (told !== undefined && sql(`SELECT count(*) FROM documents WHERE document_id = '${told}'`) !== '1')
    say('it confirmed what was rolled back');
  const { index } = await eventually(() => node.client().patients.create(body, key));
  const total = Number(sql('SELECT count(*) FROM documents'));
  if (total !== after + 1) say(`${total - after} documents of the server that stood still`);
  await other.client().patients.get(index.document_id, {}, ONCE);
}
