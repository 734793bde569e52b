/** Tests that the editor keeps every field it does not edit, in all ways of saving. */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { VaultClient } from '#sdk/client.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  SHORT_REPORT,
  saveState,
  sealPatient,
  signAsFinal,
} from '#test/ui/support/report-page.ts';

shareVault();

const OF_OTHERS = {
  ris: { order: 'O-77', steps: [1, { two: null }] },
  'dotted.key': 'x',
  report: { site: 'North', status: 'preliminary' },
};

async function sealFull(client: VaultClient, group: string): Promise<string> {
  const { index } = await client.exams.create({
    security_group_id: group,
    patient_id: await sealPatient(client, group),
    tags: ['teaching'],
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-05-12T07:40:00Z',
      report_html: SHORT_REPORT,
      custom_attributes: OF_OTHERS,
    },
  });
  return index.document_id;
}

/** Returns the record without its report and the editor's own fields. */
function kept({ report_lexical: _, report_html: __, custom_attributes, ...record }: ExamRecord) {
  const { report: own, ...attributes } = custom_attributes ?? {};
  const site = typeof own === 'object' && own !== null && 'site' in own ? own.site : undefined;
  return { ...record, attributes, site };
}

test('a draft, a version, a signature, an addendum and an amendment change the report alone', async ({
  ready,
  desk,
}) => {
  const { exams } = ready.admin;
  const id = await sealFull(ready.admin, ready.group);
  const before = kept((await exams.get(id)).record);
  const expectKept = async (seq: number, status: string) => {
    await atVersion(desk, seq);
    const { record, summary } = await exams.get(id);
    expect(kept(record)).toEqual(before);
    expect(summary).toMatchObject({ tags: ['teaching'], modality: 'CT', report_status: status });
  };
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Typed.');
  await draftSaved(desk);
  expect(kept((await exams.draft.get(id)).record)).toEqual(before);
  await desk.keyboard.press('Control+Enter');
  await expectKept(2, 'preliminary');
  await signAsFinal(desk);
  await expectKept(3, 'final');
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await report(desk).click();
  await desk.keyboard.press('Control+End');
  await desk.keyboard.type('More.');
  await desk.keyboard.press('Control+Enter');
  await expectKept(4, 'appended');
  await desk.getByRole('button', { name: 'Amend' }).click();
  await desk.getByRole('textbox', { name: 'Reason' }).fill('Side was wrong');
  await desk.keyboard.press('Enter');
  await expect(saveState(desk)).toContainText('Amending');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Corrected.');
  await desk.keyboard.press('Control+Enter');
  await expectKept(5, 'amended');
});

for (const how of ['Seal mine on top', 'Compare'] as const) {
  test(`after a conflict, ${how} keeps what the other side changed beside the report`, async ({
    ready,
    desk,
  }) => {
    const { exams } = ready.admin;
    const id = await sealFull(ready.admin, ready.group);
    await openExam(desk, id);
    await caretAfter(desk, 'No acute finding.');
    await desk.keyboard.type(' Mine.');
    await exams.edit(id, (record) => ({
      ...record,
      title: 'CT chest and abdomen',
      report_lexical: null,
      report_html: record.report_html?.replace('Lungs clear.', 'Lungs hazy.') ?? null,
      custom_attributes: { ...record.custom_attributes, ris: { order: 'O-78' }, added: true },
    }));
    await desk.keyboard.press('Control+Enter');
    const banner = desk.getByRole('alert');
    await expect(banner).toContainText('Version 2 was sealed');
    await banner.getByRole('button', { name: how }).click();
    if (how === 'Compare') {
      await expect(desk.getByRole('main', { name: 'Compare' })).toContainText('only theirs changed');
      await desk.keyboard.press('Control+Enter');
    }
    await atVersion(desk, 3);
    const { record } = await exams.get(id);
    expect(record.report_html).toContain('Mine.');
    expect(kept(record)).toEqual({
      title: 'CT chest and abdomen',
      modality: 'CT',
      exam_date: '2026-05-12T07:40:00.000Z',
      attributes: { ris: { order: 'O-78' }, 'dotted.key': 'x', added: true },
      site: 'North',
    });
  });
}

test('restoring an old version brings back its text, not the other fields as they were then', async ({
  ready,
  desk,
}) => {
  const { exams } = ready.admin;
  const id = await sealFull(ready.admin, ready.group);
  await exams.edit(id, (record) => ({
    ...record,
    modality: 'PT',
    report_lexical: null,
    report_html: record.report_html?.replace('Lungs clear.', 'Lungs B.') ?? null,
    custom_attributes: { ...record.custom_attributes, ris: { order: 'O-79' }, later: 1 },
  }));
  const head = kept((await exams.get(id)).record);
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'History' }).click();
  await desk.getByRole('button', { name: 'Open read-only: version 1' }).click();
  await desk.getByRole('button', { name: 'Restore as new version' }).click();
  await atVersion(desk, 3);
  const { record } = await exams.get(id);
  expect(record.report_html).toContain('Lungs clear.');
  expect(kept(record)).toEqual(head);
});
