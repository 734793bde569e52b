/** Tests `verify` of a served vault whose outbox and preferences were changed on disk. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { reportFromHtml } from '#sdk/report.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

test('verify opens every message of the outbox, names each damaged one, and goes on', async () => {
  const vault = await startLiveVault();
  onTestFinished(vault.close);
  const { admin, group, dataDir, root } = vault;
  await admin.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
  const queue = async (text: string) => {
    const { index } = await admin.exams.create({
      security_group_id: group,
      record: { title: text, ...(await reportFromHtml(`<p>${text}</p>`)) },
    });
    const { message_id } = await admin.exchange.hl7.queue(index.document_id, { receiver: 'ris' });
    return { message_id, exam_id: index.document_id };
  };
  const flipped = await queue('one');
  const readdressed = await queue('two');
  const swapped = await queue('three');
  await queue('four');
  await admin.session.putPreferences({ theme: 'dark' });
  // Lock, so that no delivery writes a row before the check.
  await admin.session.lock();

  const verify = () =>
    verifyFolder({ dataDir, stateDir: join(root, 'state'), opening: { passphrase: PASSPHRASE } });
  const sound = await verify();
  expect(sound.findings).toEqual([]);
  expect(sound.unopened).toBe(0);
  expect(sound.checked).toMatchObject({ documents: 4, messages: 4 });

  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  const edit = (sql: string, ...values: unknown[]) => expect(db.prepare(sql).run(...values).changes).toBe(1);
  const flip = (packed: Buffer) => packed.map((byte, at) => (at === packed.length >> 1 ? byte ^ 1 : byte));
  const blob = (sql: string, ...values: unknown[]) =>
    db
      .prepare<unknown[], Buffer>(sql)
      .pluck()
      .get(...values) ?? Buffer.alloc(0);
  const sealed = blob('SELECT sealed FROM outbox_messages WHERE message_id = ?', flipped.message_id);
  edit('UPDATE outbox_messages SET sealed = ? WHERE message_id = ?', flip(sealed), flipped.message_id);
  edit("UPDATE outbox_messages SET receiver = 'other' WHERE message_id = ?", readdressed.message_id);
  edit(
    'UPDATE outbox_messages SET exam_id = ? WHERE message_id = ?',
    readdressed.exam_id,
    swapped.message_id,
  );
  db.close();
  const { findings, checked } = await verify();
  expect(findings.map(({ code, id }) => [code, id])).toEqual(
    [flipped, readdressed, swapped].map(({ message_id }) => ['message_damaged', message_id]),
  );
  expect(checked.messages).toBe(4);

  const again = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  const packed = again.prepare<[], Buffer>('SELECT packed FROM preferences').pluck().get() ?? Buffer.alloc(0);
  again.prepare('UPDATE preferences SET packed = ?').run(flip(packed));
  again.close();
  const env = { SRVAULT_STATE_DIR: join(root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  const told = await srvault(['verify', '--data', dataDir, '--json'], { env });
  expect(told.exitCode).toBe(10);
  const told_findings = documentOf(told).findings as { code: string; id: string }[];
  expect(told_findings.map(({ code }) => code)).toEqual([
    'preferences_damaged',
    'message_damaged',
    'message_damaged',
    'message_damaged',
  ]);
});
