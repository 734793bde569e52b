/** Tests settings, which are stored in plaintext: changes by an attacker with database access are rejected. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AccessFixture,
  codeOf,
  createAccessFixture,
  inviteAndJoin,
  openActor,
  PASSPHRASE,
} from '#test/support/access-fixture.ts';

let fixture: AccessFixture;

beforeEach(async () => {
  fixture = await createAccessFixture();
  const owner = { display_name: 'Dr. Ada Brandt' };
  await fixture.parts.vault.init({ name: 'Praxis', owner, passphrase: PASSPHRASE });
});
afterEach(() => fixture.dispose());

const open = () => openActor(fixture, { passphrase: PASSPHRASE });
const change = (sql: string) => fixture.parts.db.exec(sql);
const current = () => fixture.parts.settings.current();

/** Sets an idle limit of 60 s and 90 days, and clears memory. */
async function configured(): Promise<void> {
  const { actor } = await open();
  const body = { idle_lock_seconds: 60, draft_retention_days: 90, time_precision: 'year' } as const;
  await fixture.parts.settings.patch(actor, body);
}

test('a receiver whose name is half of a surrogate pair is refused as a request, and nothing is signed', async () => {
  const { actor } = await open();
  const signed = fixture.parts.core.ledger.state().head.seq;
  const hl7_receivers = 'ris=\ud83d:2575';
  expect(await codeOf(() => fixture.parts.settings.patch(actor, { hl7_receivers }))).toBe('invalid_request');
  expect(fixture.parts.core.ledger.state().head.seq).toBe(signed);
});

test('where reports are sent is shown to editors and administrators, and to nobody else', async () => {
  const { actor } = await open();
  const [security_group_id] = actor.groupIds();
  if (security_group_id === undefined) throw new Error('the founder has a group');
  const hl7_receivers = 'ris=ris.example:2575';
  await fixture.parts.settings.patch(actor, { hl7_receivers });
  const joined = async (display_name: string, role: 'viewer' | 'editor') =>
    (await inviteAndJoin(fixture, actor, { display_name, groups: [{ security_group_id, role }] })).actor;
  const shown = (to: typeof actor) => fixture.parts.settings.shownTo(to).hl7_receivers;
  expect(shown(actor)).toBe(hl7_receivers);
  expect(shown(await joined('Eve', 'editor'))).toBe(hl7_receivers);
  expect(shown(await joined('Vic', 'viewer'))).toBe(null);
});

describe('settings after a restart', () => {
  test('are the signed ones', async () => {
    await configured();
    await fixture.reopen();
    await open();
    expect(current()).toMatchObject({
      idle_lock_seconds: 60,
      draft_retention_days: 90,
      time_precision: 'year',
    });
  });

  test('are cautious until somebody unlocks', async () => {
    await configured();
    change('UPDATE settings SET idle_lock_seconds = 86400, draft_retention_days = 1');
    await fixture.reopen();
    expect(current()).toMatchObject({ idle_lock_seconds: 900, draft_retention_days: 30 });
  });

  test.each([
    ['lengthened', 'UPDATE settings SET idle_lock_seconds = 86400, session_max_seconds = 604800'],
    ['shortened', 'UPDATE settings SET draft_retention_days = 1'],
    [
      'precision cut',
      `UPDATE settings SET time_precision = 'year', storage_credit_bytes = 1, max_file_bytes = 1`,
    ],
    ['row gone', 'DELETE FROM settings'],
  ])('are cautious where the row is not the signed one: %s', async (_what, sql) => {
    await configured();
    const { actor } = await open();
    await fixture.parts.settings.patch(actor, { time_precision: 'none' });
    change(sql);
    await fixture.reopen();
    const again = await open();
    const held = current();
    expect(held.idle_lock_seconds).toBeLessThanOrEqual(900);
    expect(held.session_max_seconds).toBeLessThanOrEqual(43_200);
    expect(held.draft_retention_days).toBeGreaterThanOrEqual(30);
    expect(held).toMatchObject({ time_precision: 'none', storage_credit_bytes: null });
    // The next change by an administrator repairs them.
    await fixture.parts.settings.patch(again.actor, { idle_lock_seconds: 120 });
    await fixture.reopen();
    await open();
    expect(current()).toEqual({ ...held, idle_lock_seconds: 120 });
  });

  test('an older signed row does not stand for the newer one', async () => {
    await configured();
    const { actor } = await open();
    const row = fixture.parts.db.prepare<[], object>('SELECT * FROM settings').get() ?? {};
    await fixture.parts.settings.patch(actor, { idle_lock_seconds: 30 });
    const columns = Object.keys(row).map((name) => `${name} = @${name}`);
    fixture.parts.db.prepare(`UPDATE settings SET ${columns.join(', ')}`).run(row);
    await fixture.reopen();
    await open();
    expect(current().time_precision).toBe('none');
  });

  test('a vault that signed none is believed, and signs them when an administrator unlocks', async () => {
    change('DELETE FROM settings');
    change(`INSERT INTO settings (singleton, time_precision, idle_lock_seconds, session_max_seconds,
      max_file_bytes, draft_retention_days) VALUES (1, 'day', 1200, 40000, 1000, 45)`);
    await fixture.reopen();
    await open();
    expect(current()).toMatchObject({ time_precision: 'day', idle_lock_seconds: 1200 });
    change('UPDATE settings SET draft_retention_days = 1');
    await fixture.reopen();
    await open();
    expect(current()).toMatchObject({ time_precision: 'none', draft_retention_days: 30 });
  });
});
