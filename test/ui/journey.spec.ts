/**
 * A morning's work from an empty folder: create the vault, import patients, report from a template, resolve a
 * conflict with a program's version, sign, print.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { expect, test } from './support/fixtures.ts';
import { atVersion, caretAfter, report, SHORT_REPORT, saveState, sealBeside } from './support/report-page.ts';
import { OWNER_NAME, PASSPHRASE, VAULT_NAME } from './support/ui-vault.ts';

test.use({ empty: true });

const ROOT = join(import.meta.dirname, '..', '..');
const BUNDLES = join(ROOT, 'test', 'fixtures', 'fhir');
const run = promisify(execFile);

test('from an empty folder to a signed and printed report', { tag: '@smoke' }, async ({ page, vault }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Workspace name' }).fill(VAULT_NAME);
  await page.getByRole('textbox', { name: 'Your name' }).fill(OWNER_NAME);
  await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(PASSPHRASE);
  await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Create vault' }).click();
  const key = page.getByTestId('recovery-key').locator('code');
  await expect(key).toHaveCount(13);
  const groups = await key.allTextContents();
  const asked = (await page.getByText(/^Type groups/).textContent()) ?? '';
  for (const number of asked.match(/\d+/g) ?? []) {
    const field = page.getByRole('textbox', { name: `Group ${number}`, exact: true });
    await field.fill(groups[Number(number) - 1] ?? '');
  }
  await page.getByRole('button', { name: 'Open vault' }).click();
  await expect(page.getByText('No exams yet')).toBeVisible();

  // Create a credential, and import through it.
  const admin = vault.client();
  await admin.session.open({ passphrase: PASSPHRASE });
  const [group] = (await admin.session.get()).groups;
  const security_group_id = group?.security_group_id ?? '';
  const credential = await admin.credentials.create({
    name: 'ct-import',
    groups: [{ security_group_id, role: 'editor' }],
  });
  const profile = join(vault.dataDir, '..', 'ct-import');
  mkdirSync(profile, { mode: 0o700 });
  writeCredentialFolder(profile, credential);
  const { stdout } = await run(
    process.execPath,
    ['cli/srvault.ts', 'import', 'fhir', BUNDLES, '--profile', profile, '--json'],
    { cwd: ROOT },
  );
  expect(JSON.parse(stdout)).toBeTruthy();
  const bundles = readdirSync(BUNDLES).filter((name) => name.endsWith('.json'));
  await admin.templates.create({
    security_group_id,
    record: { title: 'CT chest, house', modality: 'CT', report_html: SHORT_REPORT },
  });

  await page.getByRole('link', { name: 'Patients' }).click();
  const patients = page.getByRole('grid', { name: 'Patients' });
  await expect(patients.locator('[role="row"][aria-selected]')).toHaveCount(bundles.length);
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('grid', { name: 'Templates' })).toContainText('CT chest, house');

  // Write the report.
  await page.keyboard.press('Control+N');
  const dialog = page.getByRole('dialog', { name: 'New exam' });
  await page.keyboard.type('kihn');
  await expect(dialog.getByRole('option', { name: /kihn/i })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('CT chest');
  await dialog.getByRole('textbox', { name: 'Modality' }).fill('CT');
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'CT chest, house' });
  await page.keyboard.press('Enter');
  await expect(report(page)).toContainText('Lungs clear.');
  const id = page.url().split('/').at(-1) ?? '';
  await caretAfter(page, 'Lungs clear.');
  await page.keyboard.type(' Heart size normal.');
  await expect(saveState(page)).toContainText('Draft saved');
  await page.keyboard.press('Control+Enter');
  await atVersion(page, 2);

  // A program seals while the next sentence is typed.
  await page.keyboard.type(' No effusion.');
  await sealBeside(admin, id, (html) => html.replace('None.', 'Follow-up in six months.'));
  await page.keyboard.press('Control+Enter');
  const banner = page.getByRole('alert').filter({ hasText: 'Nothing is lost' });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('main', { name: 'Compare' }).getByRole('button', { name: 'Seal version' }).click();
  await atVersion(page, 4);
  await expect(report(page)).toContainText('No effusion.');
  await expect(report(page)).toContainText('Follow-up in six months.');

  // Sign and print.
  await page.keyboard.press('Control+Shift+Enter');
  await page
    .getByRole('complementary', { name: 'Sign as final' })
    .getByRole('button', { name: 'Sign as final' })
    .click();
  await atVersion(page, 5);
  await expect(saveState(page)).toContainText(`Signed as final by ${OWNER_NAME}`);
  await page.keyboard.press('Control+P');
  const sheet = page.getByRole('article').first();
  await expect(sheet).toContainText('Kihn');
  await expect(sheet).toContainText('Heart size normal. No effusion.');
  const { record } = await admin.exams.get(id);
  expect(record.report_html).toContain('Follow-up in six months.');
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final' } });
});
