/** Tests a SMART Health Link from the editor: address, saved file, QR code. */
import { readFileSync } from 'node:fs';
import { base64url, compactDecrypt } from 'jose';
import { expect, shareVault, test } from './support/fixtures.ts';
import { openExam, report, sealExam, section } from './support/report-page.ts';

shareVault();

test('the encrypted file is saved, and the link that is shown opens it', async ({ ready, desk }) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html: section('59776-5', 'Findings', '<p>A nodule of 11 mm.</p>'),
    title: 'CT chest',
    status: 'final',
  });
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('SMART Health');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'SMART Health Link of CT chest' });
  const place = dialog.getByRole('textbox', { name: 'Web address of the folder' });
  await place.fill('http://files.clinic.example/links');
  await dialog.getByRole('button', { name: 'Save the file' }).click();
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await expect(place).toBeFocused();
  await place.fill('https://files.clinic.example/links/');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('CT of May');
  await desk.screenshot({ path: 'test-results/health-link-dialog.png' });
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const shown = desk.getByRole('dialog', { name: 'The link' });
  await expect(shown.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await desk.screenshot({ path: 'test-results/health-link-code.png' });
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy the link' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await desk.evaluate(() => navigator.clipboard.readText());
  const payload = JSON.parse(new TextDecoder().decode(base64url.decode(link.slice('shlink:/'.length))));
  expect(payload).toMatchObject({ flag: 'U', label: 'CT of May' });
  expect(payload.url).toBe(`https://files.clinic.example/links/${download.suggestedFilename()}`);
  const { plaintext } = await compactDecrypt(
    readFileSync(await download.path(), 'utf8'),
    base64url.decode(payload.key),
  );
  expect(new TextDecoder().decode(plaintext)).toContain('"DiagnosticReport"');
});
