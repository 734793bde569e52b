/** Tests that notes added after delivery keep a report's signature valid, while a changed byte does not. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFollowUp } from '#records/reports/follow-ups.ts';
import { withSealReason } from '#records/reports/report-status.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

async function signed() {
  const { admin, group } = vault;
  const view = await admin.exams.create({
    security_group_id: group,
    record: {
      title: 'CT chest',
      report_html: '<h2>Findings</h2><p>Lungs clear.</p>',
      custom_attributes: { report: { status: 'final', signed_by: 'Dr A. Roe' } },
    },
  });
  const id = view.index.document_id;
  await admin.exams.sign(id, { version_id: view.version_id ?? '', intent: 'final' });
  return { id, version_id: view.version_id };
}

async function note(id: string) {
  const followUp = {
    follow_up_id: 'f1',
    text: 'MR of the liver',
    due: '2027-02-01',
    whose: 'Dr A. Roe',
    made_by: 'Dr A. Roe',
    made_at: '2026-11-27T03:00:00.000Z',
    moved: [],
    done: null,
  };
  return vault.admin.exams.edit(id, (record, { version_id }) => ({
    ...record,
    custom_attributes: withSealReason(
      withFollowUp(record.custom_attributes, followUp),
      'Follow-up recorded',
      version_id,
    ),
  }));
}

const sameOf = async (id: string) => (await vault.admin.exams.signatures(id)).items[0]?.same_versions;

describe('GET /v1/exams/{id}/signatures', () => {
  test('names the later versions that say what was signed', async () => {
    const { id } = await signed();
    expect(await sameOf(id)).toEqual([]);
    const noted = await note(id);
    expect(await sameOf(id)).toEqual([noted.version_id]);
    const tagged = await vault.admin.exams.update(id, {
      record: noted.record,
      tags: ['tumour board'],
      expected_latest_version_id: null,
    });
    expect(await sameOf(id)).toEqual([noted.version_id, tagged.version_id]);
  });

  test.each([
    ['a word', { report_html: '<h2>Findings</h2><p>Lungs clean.</p>', report_lexical: null }],
    ['the title', { title: 'CT chest ' }],
    ['the day', { exam_date: '2026-11-01' }],
  ])('and none that differs by %s; the signed version itself holds', async (_, change) => {
    const { id } = await signed();
    await note(id);
    await vault.admin.exams.edit(id, (record) => ({ ...record, ...change }));
    const [signature] = (await vault.admin.exams.signatures(id)).items;
    expect(signature?.same_versions).toHaveLength(1);
    expect(signature?.checks).toMatchObject({ text: true, ed25519: true, mldsa65: true });
  });

  test('a version that restores the signed text is signed again', async () => {
    const { id, version_id } = await signed();
    await vault.admin.exams.edit(id, (record) => ({ ...record, title: 'Other' }));
    const { record } = await vault.admin.exams.get(id, { version_id: version_id ?? '' });
    const restored = await vault.admin.exams.update(id, { record, expected_latest_version_id: null });
    expect(await sameOf(id)).toEqual([restored.version_id]);
  });
});
