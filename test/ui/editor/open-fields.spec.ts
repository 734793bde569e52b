/** Tests that unfilled or unread fields never appear as findings: in print, in the prior panel, in summaries. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  field,
  openExam,
  report,
  saveState,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

const HTML =
  section(
    '59776-5',
    'Findings',
    [
      `<p>Skull, fracture: ${field('skull', 'Skull')}</p>`,
      `<p>Heart ${field('heart', 'Heart', { preset: 'normal' })}.</p>`,
      `<p>Effusion ${field('side', 'Side', { completion: 'prohibit' })}.</p>`,
    ].join(''),
  ) + section('19005-8', 'Impression', '<p>No acute finding.</p>');

test('an exam nobody has read is to report, and its template is not printed as findings', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id, html: HTML });
  await openExam(desk, id);
  await expect(saveState(desk)).toHaveText('To report, version 1');
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('To report');
  await report(desk).click();
  await desk.keyboard.press('Control+P');
  const page = desk.getByRole('article').first();
  await expect(page).toHaveAttribute('data-watermark', 'TO REPORT');
  await expect(page).toContainText('To report: nobody has read this exam yet');
  await expect(page).toContainText('Effusion [Side: not filled].');
  await expect(page).toContainText('Heart [normal: not confirmed].');
  await expect(page).not.toContainText(/___|Skull|Sealed,|PRELIMINARY|Preliminary/);
  await shoot(desk, 'print-to-report');
});

test('the prior beside says so too', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  await sealExam(ready.admin, ready.group, { patient_id, html: HTML, exam_date: '2026-01-05' });
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  const prior = desk.getByRole('complementary', { name: 'Prior' });
  await expect(prior).toContainText('To report');
  await expect(prior).toContainText('Heart [normal: not confirmed].');
  await expect(prior).not.toContainText(/___|Skull/);
  await shoot(desk, 'prior-to-report');
});

test('a signed report prints no blank of what was optional', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const html = `<p>Lungs clear.</p><p>Skull: ${field('skull', 'Skull')}</p>`;
  const id = await sealExam(ready.admin, ready.group, { patient_id, html, status: 'final' });
  await openExam(desk, id);
  await desk.keyboard.press('Control+P');
  const page = desk.getByRole('article').first();
  await expect(page).toContainText('Lungs clear.');
  await expect(page).not.toContainText(/___|Skull/);
});
