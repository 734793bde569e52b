/** Tests a laptop's travelling copy: created, used offline, and synced back. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COPY_LEASE_DAYS } from '#contract/limits.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { createTestClock } from '#test/support/clock.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { startClinic } from '#test/support/travelling.ts';
import { textOf, write, written } from './exam-texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ALL = { limit: 100 };

describe('a travelling copy', () => {
  test('holds what the vault holds, opens and is read without it', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'first');
    await write(clinic.client(), exam, 'second');
    const laptop = await clinic.takeAlong();
    expect(await laptop.exchange()).toMatchObject({
      clinic: { standing: 'with' },
      taken: [{ patients: 1, exams: 1, is_whole: true }],
      waits: [],
    });
    await clinic.stop();
    const again = await laptop.reopen();
    expect(await again.client.vault.get()).toMatchObject({ travelling: true });
    expect(await textOf(again.client, exam)).toBe('second');
    expect(await again.client.exams.versions(exam).toArray(ALL)).toHaveLength(2);
    expect((await again.exchange()).clinic.standing).toBe('away');
    expect((await again.client.findings.list()).items).toEqual([]);
  });

  test('brings back what was written away, with its author and its time', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'at the clinic');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await clinic.stop();
    const saved = await write(laptop.client, exam, 'written away');
    await write(laptop.client, exam, 'and again');
    const made = await written(laptop.client, clinic, 'made away');
    const away = await laptop.exchange();
    expect(away.clinic.standing).toBe('away');
    expect(away.waits.map(({ id, is_new, state }) => [id, is_new, state])).toEqual([
      [made.patient, true, 'waits'],
      [exam, false, 'waits'],
      [made.exam, true, 'waits'],
    ]);
    await clinic.start();
    expect(await laptop.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    const there = clinic.client();
    expect(await textOf(there, exam)).toBe('and again');
    expect(await textOf(there, made.exam)).toBe('made away');
    const versions = await there.exams.versions(exam).toArray(ALL);
    expect(versions.map(({ version_id }) => version_id)).toContain(saved.version_id);
    expect(versions).toEqual(await laptop.client.exams.versions(exam).toArray(ALL));
  });

  test('keeps both texts where both sides wrote: the vault’s is the document, one’s own the draft on its version', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'common');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const base = (await laptop.client.exams.get(exam)).version_id;
    await clinic.stop();
    await write(laptop.client, exam, 'mine, begun');
    await write(laptop.client, exam, 'mine, ended');
    await clinic.start();
    await write(clinic.client(), exam, 'theirs');
    expect((await laptop.exchange()).waits).toMatchObject([{ id: exam, state: 'conflict' }]);
    expect(await textOf(laptop.client, exam)).toBe('theirs');
    const draft = await laptop.client.exams.draft.get(exam);
    expect(draft.base_version_id).toBe(base);
    expect(draft.record.report_html).toContain('mine, ended');
    const [before] = await laptop.client.exams.drafts(exam).toArray(ALL);
    expect(
      (await laptop.client.exams.discardedDraft(exam, before?.draft_rev ?? '')).record.report_html,
    ).toContain('mine, begun');
    // Saves like the merge screen: one more version on top.
    await write(laptop.client, exam, 'theirs and mine');
    await laptop.client.exams.draft.discard(exam);
    expect((await laptop.exchange()).waits).toEqual([]);
    expect(await textOf(clinic.client(), exam)).toBe('theirs and mine');
    expect(await clinic.client().exams.versions(exam).toArray(ALL)).toHaveLength(3);
  });

  test('cut off in the middle of what came goes on, and is whole at the end', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'first');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await laptop.close();
    // State left by a sync interrupted before its last page.
    const db = openVaultDatabase(join(laptop.dataDir, 'vault.sqlite'), MIGRATIONS);
    db.exec('UPDATE copy_groups SET is_whole = 0, pulled_at = NULL');
    db.close();
    const again = await laptop.reopen();
    await write(clinic.client(), exam, 'second');
    expect((await again.exchange()).taken).toMatchObject([{ is_whole: true }]);
    expect(await textOf(again.client, exam)).toBe('second');
  });

  test('looks for its vault where it is told to, now and after a start, and believes no address for that', async () => {
    const clinic = await startClinic();
    const laptop = await clinic.takeAlong();
    expect((await laptop.exchange()).clinic.standing).toBe('with');
    const nobody = await laptop.client.copy.changeAddresses({ addresses: ['127.0.0.1:1'] });
    expect(nobody.addresses).toMatchObject([{ address: 'https://127.0.0.1:1' }]);
    expect((await laptop.exchange()).clinic.standing).toBe('away');
    await expect(
      laptop.client.copy.changeAddresses({ addresses: ['http://vault.clinic'] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const other = await startClinic();
    await laptop.client.copy.changeAddresses({ addresses: [other.url] });
    expect((await laptop.exchange()).clinic.standing).toBe('refused');
    await laptop.client.copy.changeAddresses({ addresses: ['127.0.0.1:1', clinic.url] });
    const again = await laptop.reopen();
    expect(await again.exchange()).toMatchObject({
      clinic: { standing: 'with' },
      addresses: [
        { address: 'https://127.0.0.1:1', answers: false },
        { address: clinic.url, answers: true },
      ],
    });
    await expect(clinic.client().copy.changeAddresses({ addresses: [clinic.url] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('two of them converge', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'common');
    const [one, two] = [await clinic.takeAlong(), await clinic.takeAlong()];
    await Promise.all([one.exchange(), two.exchange()]);
    await write(one.client, exam, 'of one');
    await write(two.client, exam, 'of two');
    await one.exchange();
    expect((await two.exchange()).waits).toMatchObject([{ id: exam, state: 'conflict' }]);
    await write(two.client, exam, 'of both');
    await two.exchange();
    await one.exchange();
    for (const client of [clinic.client(), one.client, two.client])
      expect(await textOf(client, exam)).toBe('of both');
  });

  test('leaves to the clinic what others have to know of at once', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'text');
    const { client, exchange } = await clinic.takeAlong();
    await exchange();
    const refused = {
      code: 'permission_denied',
      message: expect.stringContaining('Not possible on a travelling copy'),
    };
    await client.exams.delete(exam);
    await expect(client.exams.purge(exam)).rejects.toMatchObject(refused);
    await client.exams.restore(exam);
    await expect(client.exams.setPatient(exam, { patient_id: null })).rejects.toMatchObject(refused);
    await expect(client.groups.create({ name: 'Other' })).rejects.toMatchObject(refused);
    await expect(client.credentials.create({ name: 'x', groups: [] })).rejects.toMatchObject(refused);
    await expect(client.settings.patch({ idle_lock_seconds: 600 })).rejects.toMatchObject(refused);
    const version_id = (await client.exams.get(exam)).version_id ?? '';
    await expect(client.exams.sign(exam, { intent: 'final', version_id })).rejects.toMatchObject(refused);
    await expect(clinic.client().copy.status()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('opens for as long as its lease lasts, then only where the clinic lets in', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'text');
    const clock = createTestClock(Date.now());
    const laptop = await clinic.takeAlong({ clock });
    await laptop.exchange();
    await clinic.stop();
    await laptop.client.session.lock();
    clock.advance((COPY_LEASE_DAYS - 1) * DAY_MS);
    await laptop.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect(await textOf(laptop.client, exam)).toBe('text');
    await laptop.client.session.lock();
    clock.advance(2 * DAY_MS);
    await expect(laptop.client.session.open({ passphrase: CLINIC_PASSPHRASE })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await clinic.start();
    await laptop.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect(await textOf(laptop.client, exam)).toBe('text');
  });

  test('follows a purge at the vault, and keeps text that was never there', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'gone');
    const { exam: other } = await written(clinic.client(), clinic, 'gone, too');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await write(laptop.client, other, 'never brought');
    for (const id of [exam, other]) {
      await clinic.client().exams.delete(id);
      await clinic.client().exams.purge(id);
    }
    expect((await laptop.exchange()).waits).toMatchObject([
      { id: other, state: 'refused', code: 'not_found' },
    ]);
    await expect(laptop.client.exams.get(exam)).rejects.toMatchObject({ code: 'not_found' });
    expect(await textOf(laptop.client, other)).toBe('never brought');
  });

  test('tells whoever takes the computer away nothing', async () => {
    const clinic = await startClinic();
    await written(clinic.client(), clinic, 'canary-7341');
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await written(laptop.client, clinic, 'canary-7341');
    await laptop.close();
    const found = filesIn(laptop.dataDir).filter((file) => {
      const content = readFileSync(file).toString('latin1');
      return [/canary-7341/, /Kastellan/, new RegExp(CLINIC_PASSPHRASE)].some((mark) => mark.test(content));
    });
    expect(found).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
