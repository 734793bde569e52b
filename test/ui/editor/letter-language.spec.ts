/** A letter is in the language of the window that signs it, whatever other windows of the person keep. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { openExam, sealExam, sealPatient, section, signAsFinal } from '#test/ui/support/report-page.ts';

shareVault();

test('another window in German does not make an English window sign a German letter', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html:
      section('59776-5', 'Findings', '<p>Lungs clear.</p>') +
      section('19005-8', 'Impression', '<p>Normal chest.</p>'),
    patient_id: await sealPatient(admin, group),
    title: 'CT chest',
  });
  await openExam(desk, id);
  const kept = await admin.session.getPreferences();
  await admin.session.putPreferences({
    ...kept,
    paper_locale: { language: 'de', time_zone: 'Europe/Vienna' },
  });
  await signAsFinal(desk);
  await expect(desk.getByTestId('signature-banner')).toBeVisible();
  const [signature] = (await admin.exams.signatures(id)).items;
  expect(signature?.letter?.locale).toEqual({ language: 'en', time_zone: 'Europe/Berlin' });
});
