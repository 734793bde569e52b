/**
 * Tests that a withdrawn report is marked wherever its state is shown, and that finding skips invisible characters.
 */
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { atVersion, openExam, report, sealExam } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

for (const status of ['entered-in-error', 'cancelled'])
  test(`a report ${status} is nowhere final`, async ({ desk, ready }) => {
    const { admin, group } = ready;
    const id = await sealExam(admin, group, {
      html: '<p>Intracranial haemorrhage.</p>',
      title: 'CT head',
      status,
    });
    await openExam(desk, id);
    await expect(report(desk)).toContainText('Intracranial');
    await expect(desk.locator('.saveline')).toContainText('Entered in error, version 1: withdrawn.');
    await expect(desk.getByText(/^Final/)).toHaveCount(0);
    await shoot(desk, `withdrawn-${status}`);
    await desk.keyboard.press('Control+p');
    await expect(desk.getByText('WITHDRAWN').first()).toBeAttached();
    await expect(desk.getByText('withdrawn, entered in error; nothing on this page is valid')).toBeAttached();
    await expect(desk.getByText(/^Final/)).toHaveCount(0);
    await shoot(desk, `withdrawn-print-${status}`);
  });

test('find passes soft hyphens and takes a no-break space for a space', async ({ desk, ready }) => {
  const { admin, group } = ready;
  const html = '<p>Lymph\u00adknoten und Lymphknoten.</p><p>Segment\u00a07.</p>';
  await openExam(desk, await sealExam(admin, group, { html, title: 'CT neck' }));
  await expect(report(desk)).toContainText('Segment');
  await report(desk).click();
  await desk.keyboard.press('Control+f');
  await desk.keyboard.type('Lymphknoten');
  await expect(desk.getByText('1 of 2')).toBeVisible();
  await desk.keyboard.press('Control+a');
  await desk.keyboard.type('Segment 7');
  await expect(desk.getByText('1 of 1')).toBeVisible();
});

test('a report is marked as entered in error with a reason, leaves the counts, and comes back as a version', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, { title: 'US thyroid', status: 'final' });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  await openExam(desk, id);
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('entered in');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Mark as entered in error' });
  await dialog.getByRole('button', { name: 'Mark as entered in error' }).click();
  await expect(dialog.getByText(/Say why/)).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('dictated into the wrong exam');
  await shoot(desk, 'withdraw-dialog');
  await desk.keyboard.press('Enter');
  const banner = desk.getByTestId('withdrawn-banner');
  await expect(banner).toContainText('dictated into the wrong exam');
  await expect(desk.getByTestId('signature-banner')).toHaveCount(0);
  await expect(desk.getByRole('button', { name: 'Add addendum' })).toHaveCount(0);
  await shoot(desk, 'withdraw-banner');
  await desk.keyboard.press('Control+p');
  await expect(desk.getByText(/nothing on this page is valid: dictated into the wrong exam/)).toBeAttached();
  await desk.keyboard.press('Escape');
  await goTo(desk, 'worklist');
  const row = desk.getByRole('row', { name: /US thyroid/ });
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await expect(row).toContainText('Entered in error');
  await desk.getByRole('button', { name: /^Mine\s*\d/ }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await openExam(desk, id);
  await banner.getByRole('button', { name: 'Remove the mark «entered in error»' }).click();
  const back = desk.getByRole('dialog', { name: 'Remove the mark «entered in error»' });
  await back.getByRole('textbox', { name: /^Reason/ }).fill('it was the right one');
  await desk.keyboard.press('Enter');
  await expect(banner).toHaveCount(0);
  await atVersion(desk, 3);
  const { record } = await admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final' } });
});

test('a result withdrawn under a person’s text is named, on paper too, until somebody has looked', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const told_at = '2026-03-01T12:00:00.000Z';
  const view = await admin.exams.create({
    security_group_id: group,
    record: {
      title: 'Electrolytes',
      report_html: '<p>Potassium 7.9. Give calcium.</p>',
      custom_attributes: {
        report: { status: 'final' },
        withdrawn_results: [
          { result: 'Observation/k', name: 'Potassium', status: 'entered-in-error', told_at },
          { result: 'Observation/na', name: 'Sodium', status: 'cancelled', told_at },
        ],
      },
    },
  });
  const id = view.index.document_id;
  await openExam(desk, id);
  const banner = desk.getByTestId('withdrawn-results');
  await expect(banner).toContainText('The sender withdrew 2 results that this text contains.');
  await expect(banner.getByRole('listitem')).toHaveText([
    /^Potassium: not valid, sent in error \(arrived/,
    /^Sodium: cancelled by the sender/,
  ]);
  await shoot(desk, 'withdrawn-results');
  await desk.keyboard.press('Control+p');
  await expect(desk.getByText('No longer valid, withdrawn by their source')).toBeAttached();
  await expect(desk.getByText('Potassium, Sodium')).toBeAttached();
  await desk.keyboard.press('Escape');
  await banner.getByRole('button', { name: 'Checked: the text is right' }).click();
  await expect(banner).toHaveCount(0);
  await atVersion(desk, 2);
  const { record } = await admin.exams.get(id);
  expect(record.custom_attributes).not.toHaveProperty('withdrawn_results');
  expect(record.report_html).toContain('Potassium 7.9');
});
