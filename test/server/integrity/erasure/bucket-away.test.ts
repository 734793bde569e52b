/** Tests an erasure while the bucket of the files is away: it is refused, told, and goes on when the bucket is back. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doubleBucket } from '#test/support/double-bucket.ts';
import { foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const REASON = { reason: 'Asked in writing' };
const ONCE = { maxRetries: 0 };

test('an erasure with the bucket away is told, and said again leaves no file of the person in it', async () => {
  const { blobs, double } = await doubleBucket();
  const root = testTempDir();
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  const { client } = await serveFolder(at, { blobs, logLevel: 'silent' });
  const group = await foundClinic(client);
  const record = { legal_name: 'Doe, Peter', birth_date: '1951-02-03' };
  const id = (await client.patients.create({ security_group_id: group, record })).index.document_id;
  const exam = { security_group_id: group, patient_id: id, record: { title: 'CT chest' } };
  const exam_id = (await client.exams.create(exam)).index.document_id;
  const drive = client.drive(group);
  const others = await drive.upload(Buffer.from('of nobody'), { name: 'kept.txt' });
  const note = await drive.upload(Buffer.from('a note'), { name: 'note.txt', exam_id });
  const kept = () => [...double.objects.keys()].map((key) => key.split('/').at(-1)).toSorted();
  const isTold = async () =>
    (await client.findings.list()).items.some(
      ({ code, id: of }) => code === 'erasure_unfinished' && of === id,
    );
  expect(kept()).toEqual([others.node_id, note.node_id].toSorted());

  double.fate = (method) => (method === 'GET' ? 'served' : 'refused');
  for (let time = 0; time < 2; time += 1) {
    await expect(client.patients.erase(id, REASON, ONCE)).rejects.toMatchObject({
      status: 502,
      code: 'protocol_error',
    });
    expect(await isTold()).toBe(true);
    expect(kept()).toContain(note.node_id);
  }

  double.fate = () => 'served';
  const { statement } = await client.patients.erase(id, REASON);
  expect(statement).toMatchObject({ exams: [exam_id], files: [note.node_id], left: [] });
  expect(kept()).toEqual([others.node_id]);
  expect(await isTold()).toBe(false);
  await expect(client.patients.get(id)).rejects.toMatchObject({ code: 'not_found' });
});
