/** A withdrawn report says so wherever its state stands; finding passes what a reader cannot see. */
import { expect, shareVault, test } from '../support/fixtures.ts';
import { openExam, report, sealExam } from '../support/report-page.ts';
import { shoot } from '../support/shoot.ts';

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
