/** Tests that an exam's earlier title is recognised before the vault has processed the earlier files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { completeExamFromStudy } from '#imports/dicom/complete-exam-from-study.ts';
import { readHeader } from '#imports/dicom/read-header.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { examOfStudy } from '#records/studies/imaging-study.ts';

const FACTS = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'fixtures',
  'dicom',
  'cases',
  '17-first-object-decides-modality',
);
const inflate = (bytes: Uint8Array) => new Uint8Array(inflateRawSync(bytes));

/** Minimal fake client: one exam with unprocessed files. */
function vaultWithUnread(
  record: { title: string | null; modality?: string | null },
  files: Record<string, Uint8Array>,
) {
  const saved: unknown[] = [];
  const asked: string[] = [];
  const drive = {
    series: async () => ({ items: [] }),
    download: async (id: string) => {
      asked.push(id);
      return { bytes: async () => files[id] ?? new Uint8Array() };
    },
  };
  const exams = {
    edit: async (_: string, change: (record: unknown, found: unknown) => unknown) => {
      saved.push(change(record, { summary: { report_status: 'draft' }, index: { meta: {} } }));
    },
  };
  const client = { drive: () => drive, exams };
  const target = { client, security_group_id: 'g', signal: new AbortController().signal };
  return { target: target as unknown as ImportTarget, saved, asked };
}

test.each(['pr', 'ko', 'sr'])('an exam named by %s is named by its pictures', async (kind) => {
  const [about = '', picture = ''] = readdirSync(FACTS)
    .filter((name) => name.startsWith(`${kind}_`))
    .sort()
    .map((name) => join(FACTS, name));
  const first = readFileSync(about);
  const before = readHeader(first, inflate);
  const pictures = readHeader(readFileSync(picture), inflate);
  const named = examOfStudy([before], false);
  const { target, saved, asked } = vaultWithUnread(
    { title: named.title ?? null, modality: named.modality ?? null },
    { unread: first, text: Buffer.from('nothing') },
  );
  const fileOf = (node_id: string, name: string, mime_type: string) => ({ node_id, name, mime_type });
  const earlier = [
    fileOf('unread', `${before.instance_uid}.dcm`, 'application/dicom'),
    fileOf('sent', `${pictures.instance_uid}.dcm`, 'application/dicom'),
    fileOf('text', 'note.dcm', 'application/dicom'),
    fileOf('letter', 'letter.pdf', 'application/pdf'),
  ] as unknown as Parameters<typeof completeExamFromStudy>[2]['earlier'];
  expect(await completeExamFromStudy(target, 'exam', { headers: [pictures], earlier, inflate })).toEqual({
    ...{ isChanged: true, patient: undefined },
  });
  expect(saved).toMatchObject([{ modality: 'CT' }]);
  expect(asked).toEqual(['unread', 'text']);
});
