/** Tests changes at the home vault while a copy is offline, and forged data that a copy rejects. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { psql } from '#scripts/postgres/cluster.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { postgresOf } from '#test/support/postgres.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { type Clinic, startClinic } from '#test/support/travelling.ts';
import { textOf, write, written } from './exam-texts.ts';

/** Edits the stopped home vault's database. */
function edit({ dataDir }: Clinic, sql: string): void {
  const store = postgresOf(dataDir);
  if (store !== undefined) {
    psql(store, `SET session_replication_role = replica; ${sql}`);
    return;
  }
  const db = openVaultDatabase(join(dataDir, 'vault.sqlite'), MIGRATIONS);
  db.exec(sql);
  db.close();
}

describe('meanwhile at the clinic', () => {
  test('a member left: their copy deletes the group, others go on under the new key', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'common');
    const bea = await clinic.invite('editor');
    const [hers, mine] = [await clinic.takeAlong({ person: bea }), await clinic.takeAlong()];
    await Promise.all([hers.exchange(), mine.exchange()]);
    expect(await textOf(hers.client, exam)).toBe('common');
    await write(mine.client, exam, 'under the old key');
    const made = await written(mine.client, clinic, 'new under the old key');
    await clinic.client().groups.removeMember(clinic.group, bea.principal_id);
    expect((await hers.exchange()).taken).toEqual([]);
    await expect(hers.client.exams.get(exam)).rejects.toMatchObject({ code: 'not_found' });
    // The rotation continues in the background; what it has not reached stays pending.
    await expect.poll(async () => (await mine.exchange()).waits).toEqual([]);
    expect(await textOf(clinic.client(), exam)).toBe('under the old key');
    expect(await textOf(clinic.client(), made.exam)).toBe('new under the old key');
    expect((await mine.client.findings.list()).items).toEqual([]);
  });

  test('a row that does not verify is told of and not stored, the rest comes', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'whole');
    const { exam: other } = await written(clinic.client(), clinic, 'before');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await write(clinic.client(), other, 'after');
    await write(clinic.client(), exam, 'changed');
    await clinic.stop();
    edit(
      clinic,
      `UPDATE documents SET is_archived = 1, change_seq = (SELECT max(change_seq) + 1 FROM documents)
       WHERE document_id = '${exam}'; UPDATE document_changes SET last_seq = last_seq + 1`,
    );
    await clinic.start();
    expect(await laptop.exchange()).toMatchObject({
      clinic: { standing: 'with' },
      taken: [{ is_whole: false }],
    });
    expect(await textOf(laptop.client, other)).toBe('after');
    expect(await textOf(laptop.client, exam)).toBe('whole');
    expect((await laptop.client.findings.list()).items).toMatchObject([
      { code: 'document_damaged', id: exam },
    ]);
  });

  test('a copy that is locked in the middle of an exchange does not stand as refused', async () => {
    const clinic = await startClinic();
    for (const text of ['one', 'two', 'three']) await written(clinic.client(), clinic, text);
    const laptop = await clinic.takeAlong();
    const standings = new Set<string | undefined>();
    for (let round = 0; round < 10; round += 1) {
      // Opening starts a sync; the lock interrupts it at any point.
      await laptop.client.session.open({ passphrase: CLINIC_PASSPHRASE });
      await laptop.client.session.lock();
      standings.add((await laptop.settled())?.clinic.standing);
    }
    expect([...standings].filter((each) => each !== 'with' && each !== 'away')).toEqual([]);
    await laptop.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect(await laptop.exchange()).toMatchObject({ clinic: { standing: 'with' } });
  });

  test('a list that was not signed changes nothing on the copy', async () => {
    const clinic = await startClinic();
    const bea = await clinic.invite('viewer');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await clinic.client().groups.putMember(clinic.group, bea.principal_id, { role: 'owner' });
    await clinic.stop();
    edit(
      clinic,
      `UPDATE membership_records SET record_json = replace(record_json, '"role":"owner"', '"role":"editor"')
       WHERE seq = (SELECT max(seq) FROM membership_records)`,
    );
    const { exam } = await written(laptop.client, clinic, 'kept');
    // The home vault no longer opens, so no sync is possible.
    await clinic.start().catch(() => undefined);
    expect((await laptop.exchange()).clinic.standing).not.toBe('with');
    expect(await textOf(laptop.client, exam)).toBe('kept');
  });

  test('an exchange that is cut off is taken up by the next one', async () => {
    const clinic = await startClinic();
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const made = [];
    for (const text of ['one', 'two', 'three', 'four'])
      made.push({ text, ...(await written(laptop.client, clinic, text)) });
    const cut = laptop.exchange();
    await clinic.stop();
    await cut;
    await clinic.start();
    const again = await laptop.reopen();
    expect(await again.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    for (const { text, exam } of made) expect(await textOf(clinic.client(), exam)).toBe(text);
    expect((await clinic.client().exams.list().toArray({ limit: 100 })).length).toBe(made.length);
  });
});
