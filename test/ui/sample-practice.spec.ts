/** The sample practice: offered on an empty list, made at once, marked on every screen and print, removed by one act. */
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

shareVault();

test('is made, marked everywhere and removed with all that hangs on it, and nothing real', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const band = desk.getByRole('region', { name: 'Sample practice', exact: true });
  await expect(band).toBeHidden();
  await goTo(desk, 'worklist');
  await desk.getByRole('main').getByRole('button', { name: 'Open the sample practice' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Sample practice' });
  await expectAccessible(desk, 'sample dialog');
  await shoot(desk, 'sample-offer');
  await dialog.getByRole('button', { name: 'Open the sample practice' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(desk.getByRole('main').locator('[role="row"][aria-selected]').first()).toContainText(
    'Sample,',
  );
  await shoot(desk, 'sample-worklist');
  await expectAccessible(desk, 'sample worklist');

  for (const place of ['patients', 'templates', 'files', 'trash', 'settings', 'worklist/critical']) {
    await goTo(desk, place);
    await expect(band).toContainText('SAMPLE');
  }
  const real = await admin.patients.create({
    security_group_id: group,
    record: { display_name: 'Kastellan, Mirela' },
  });
  const exams = await admin.exams.list({ q: 'Sample' }).toArray({ limit: 100 });
  const signed = exams.find(({ summary }) => summary?.report_status === 'final');
  expect(signed).toBeDefined();
  await goTo(desk, `exams/${signed?.index.document_id ?? ''}`);
  await expect(band).toContainText('SAMPLE');
  await shoot(desk, 'sample-report');
  await expect(desk.getByRole('textbox', { name: 'Report' })).toContainText('.');
  await desk.keyboard.press('Control+P');
  await expect(desk.locator('.a4').first()).toHaveAttribute('data-watermark', 'SAMPLE');
  await shoot(desk, 'sample-print');
  await desk.keyboard.press('Escape');
  // It is neither sent nor linked to, from wherever that is asked for.
  await desk.getByRole('button', { name: 'Give out…' }).click();
  const sheet = desk.getByRole('dialog', { name: 'Give out' });
  await sheet.getByRole('button', { name: 'SMART Health Link' }).click();
  await expect(sheet.getByRole('status').filter({ hasText: 'A sample is not sent.' })).toBeVisible();
  await desk.keyboard.press('Escape');
  for (const command of ['SMART Health', 'Send to a system']) {
    await desk.keyboard.press('Control+k');
    await desk.getByRole('combobox').fill(command);
    await desk.keyboard.press('Enter');
    const form = desk.getByRole('dialog');
    await expect(form.getByText('A sample is not sent.')).toBeVisible();
    await expect(form.locator('button.primary')).toHaveAttribute('aria-disabled', 'true');
    await desk.keyboard.press('Escape');
  }

  await goTo(desk, 'worklist');
  await band.getByRole('button', { name: 'Remove sample practice' }).click();
  await expect(band).toContainText(
    'Remove 12 invented patients with 16 exams, and all that was written for them?',
  );
  await shoot(desk, 'sample-remove');
  await band.getByRole('button', { name: 'Keep' }).click();
  await band.getByRole('button', { name: 'Remove sample practice' }).click();
  await band.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(band).toBeHidden({ timeout: 60_000 });
  const left = await admin.patients.list({ state: 'all' }).toArray({ limit: 100 });
  expect(left.map(({ index }) => index.document_id)).toEqual([real.index.document_id]);
  expect(await admin.exams.list({ state: 'all' }).toArray({ limit: 100 })).toEqual([]);
});
