/** Tests files in a travelling copy: metadata pulled, content fetched on demand, pinned content always present. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type Clinic, startClinic } from '#test/support/travelling.ts';
import { contentOf, textFile, treeOf } from './drive-trees.ts';
import { written } from './exam-texts.ts';

const AWAY = { code: 'protocol_error', message: expect.stringContaining('at the clinic') };

/** Creates a file uploaded whole and one in two parts, in a folder; the first belongs to the exam. */
async function files(client: VaultClient, { group }: Pick<Clinic, 'group'>, exam: string) {
  const drive = client.drive(group);
  const folder = await drive.mkdir({ name: 'Scans' });
  const parent_id = folder.node_id;
  const small = await drive.upload(textFile('of the exam'), { name: 'a.txt', parent_id, exam_id: exam });
  const bytes = new Uint8Array(PART_SIZE_BYTES + 70_000).map((_, at) => at % 251);
  const begun = await drive.resumable.start({ name: 'b.bin', size: bytes.length, parent_id });
  for (const n of [1, 2])
    await drive.resumable.putPart(
      begun.node_id,
      n,
      bytes.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES),
    );
  const large = await drive.resumable.complete(begun.node_id);
  return { drive, folder, small, large, bytes };
}

describe('files of a travelling copy', () => {
  test('are all there by name; content comes when it is asked for, and stays', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'text');
    const { small, large, bytes } = await files(clinic.client(), clinic, exam);
    const laptop = await clinic.takeAlong();
    expect((await laptop.exchange()).taken).toMatchObject([{ files: 2, files_here: 0 }]);
    const drive = laptop.client.drive(clinic.group);
    expect(await treeOf(laptop.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
    expect((await drive.get(small.node_id)).at_clinic).toBe(true);
    expect(await contentOf(drive, large.node_id)).toEqual(Buffer.from(bytes));
    expect((await drive.get(large.node_id)).at_clinic).toBeUndefined();
    await clinic.stop();
    const again = await laptop.reopen();
    const away = again.client.drive(clinic.group);
    expect(await contentOf(away, large.node_id)).toEqual(Buffer.from(bytes));
    await expect(contentOf(away, small.node_id)).rejects.toMatchObject(AWAY);
    expect((await again.exchange()).taken).toMatchObject([{ files: 2, files_here: 1 }]);
    expect((await again.client.findings.list()).items).toEqual([]);
  });

  test('an upload resumed there with another file of the same size is all of that one, there and at the vault', async () => {
    const clinic = await startClinic();
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const drive = laptop.client.drive(clinic.group);
    const size = PART_SIZE_BYTES + 1_000;
    const [before, after] = [Buffer.alloc(size, 'A'), Buffer.alloc(size, 'B')];
    const { node_id } = await drive.resumable.start({ name: 'c.bin', size });
    await drive.resumable.putPart(node_id, 1, before.subarray(0, PART_SIZE_BYTES));
    await laptop.exchange();
    const node = await drive.upload(after, { name: 'c.bin', resume: node_id });
    expect(node.sha256).toBe(createHash('sha256').update(after).digest('hex'));
    expect(after.equals(await contentOf(drive, node_id))).toBe(true);
    await laptop.exchange();
    expect(after.equals(await contentOf(clinic.client().drive(clinic.group), node_id))).toBe(true);
  });

  test('of a pinned exam are taken with their content, those that come later too', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'text');
    const { drive, small, large } = await files(clinic.client(), clinic, exam);
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await laptop.client.copy.pin({ exam_id: exam, is_pinned: true });
    expect((await laptop.exchange()).pins).toMatchObject([
      { exam_id: exam, files: 1, files_here: 1, bytes: 11, bytes_here: 11 },
    ]);
    const later = await drive.upload(textFile('later'), { name: 'c.txt', exam_id: exam });
    await laptop.exchange();
    await clinic.stop();
    const away = laptop.client.drive(clinic.group);
    expect(String(await contentOf(away, small.node_id))).toBe('of the exam');
    expect(String(await contentOf(away, later.node_id))).toBe('later');
    await expect(contentOf(away, large.node_id)).rejects.toMatchObject(AWAY);
    expect((await laptop.client.copy.pin({ exam_id: exam, is_pinned: false })).pins).toEqual([]);
    await expect(laptop.client.copy.pin({ exam_id: large.node_id, is_pinned: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('follow what becomes of them at the vault', async () => {
    const clinic = await startClinic();
    const { exam } = await written(clinic.client(), clinic, 'text');
    const { drive, folder, small, large } = await files(clinic.client(), clinic, exam);
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await contentOf(laptop.client.drive(clinic.group), small.node_id);
    // Exchange the two names, in a folder created after them.
    const inner = await drive.mkdir({ name: 'Inner', parent_id: folder.node_id });
    await drive.patch(small.node_id, { name: 'x', parent_id: inner.node_id });
    await drive.patch(large.node_id, { name: 'a.txt', parent_id: inner.node_id });
    await drive.patch(small.node_id, { name: 'b.bin' });
    await laptop.exchange();
    expect(await treeOf(laptop.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
    await drive.delete(folder.node_id);
    await laptop.exchange();
    expect(await treeOf(laptop.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
    await drive.purge(folder.node_id);
    const status = await laptop.exchange();
    expect(status).toMatchObject({ waits: [], taken: [{ files: 0 }] });
    for (const { node_id } of [folder, small, large])
      await expect(laptop.client.drive(clinic.group).get(node_id)).rejects.toMatchObject({
        code: 'not_found',
      });
    expect((await laptop.client.findings.list()).items).toEqual([]);
  });
});
