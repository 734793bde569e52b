/** Tests the settings for backup, findings and audit log over the vault's routes. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktopClient } from '#scripts/desktop-client.ts';
import { seenSecrets } from '#sdk/new-secrets.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test, unlock } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

test('a target is chosen, a backup made and drilled, and a damaged file put back by decision', async ({
  vault,
  ready,
  desk: page,
}) => {
  test.slow();
  const drive = ready.admin.drive(ready.group);
  const { node_id } = await drive.upload(new Uint8Array(70_000), { name: 'us-effusion.bin' });
  const target = join(vault.dataDir, '..', 'backups');
  await page.goto('/#/settings/backup');
  await expect(page.getByRole('heading', { name: 'Backup and health' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Target' }).fill(join(vault.dataDir, 'inside'));
  await page.getByRole('button', { name: 'Keep changes' }).click();
  await expect(page.getByText('must not be inside the folder of its vault')).toBeVisible();
  await page.getByRole('textbox', { name: 'Target' }).fill(target);
  await page.getByRole('combobox', { name: 'Schedule' }).selectOption({ label: 'every day at 02:00' });
  await page.getByRole('button', { name: 'Keep changes' }).click();
  await expect(page.getByRole('cell', { name: target })).toBeVisible();

  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('a sample was opened')).toBeVisible();
  expect(readdirSync(target)).toHaveLength(1);
  await page.getByRole('button', { name: 'Run drill' }).click();
  await expect(page.getByText(', passed')).toBeVisible();

  const blob = join(vault.dataDir, 'blobs', node_id.slice(-2), node_id);
  const whole = readFileSync(blob);
  writeFileSync(blob, 'too short');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('1 problem needs your decision', { exact: true })).toBeVisible();
  const finding = page.getByRole('button', { name: 'The content of a file has the wrong length' });
  await expect(finding).toHaveAttribute('aria-pressed', 'false');
  await finding.click();
  await expect(page.getByRole('complementary', { name: 'Finding' })).toContainText('us-effusion.bin');
  await expectAccessible(page, 'backup and health');
  await shoot(page, 'backup');
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByText('A file is in quarantine')).toBeVisible();
  expect(readFileSync(blob).equals(whole)).toBe(true);

  await page.getByRole('button', { name: 'A file is in quarantine' }).click();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  const name = `${node_id}.damaged`;
  await page.getByRole('textbox', { name: `Type «${name}» to remove it` }).fill(name);
  await remove.click();
  await expect(page.getByText('No problems found.')).toBeVisible();
  expect(existsSync(join(vault.dataDir, 'quarantine', name))).toBe(false);
});

test('the audit log names who did what, is checked, filtered and exported', async ({ ready, desk: page }) => {
  test.slow();
  const record = { title: 'CT chest with contrast' };
  const made = await ready.admin.exams.create({ security_group_id: ready.group, patient_id: null, record });
  await ready.admin.exams.get(made.index.document_id);
  await page.goto('/#/settings/audit');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeFocused();
  await expect(page.getByRole('cell', { name: 'CT chest with contrast' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText('Chain verified')).toBeVisible();

  await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Sealed the first version' });
  await page.getByRole('button', { name: 'Sealed the first version' }).click();
  await expect(page.getByRole('complementary', { name: 'Entry' })).toContainText('Place in the chain');
  await expectAccessible(page, 'audit log');
  await page.getByRole('button', { name: 'Only this record' }).click();
  await expect(page.getByRole('button', { name: 'Read', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByRole('button', { name: 'When' }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1999-12-30');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1999-12-31');
  await expect(page.getByText('No entry fits these filters.')).toBeVisible();
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
  await page.getByRole('textbox', { name: 'Last day' }).fill(today);
  await expect(page.getByRole('cell', { name: 'CT chest with contrast' }).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'First day' }).fill('2026-02-30');
  await expect(page.getByText('February 2026 had 28 days')).toBeVisible();
  await page.getByRole('textbox', { name: 'First day' }).fill(today);
  await expect(page.getByRole('button', { name: `When: ${today} – ${today}` })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'CT chest with contrast' }).first()).toBeVisible();
  await expectAccessible(page, 'audit log by days');
  await shoot(page, 'audit-days');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveCount(0);
  await shoot(page, 'audit');

  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved).toContain(made.index.document_id);
  expect(saved).not.toContain('CT chest');

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('CT chest with contrast')).toHaveCount(0);
});

test('an administrator is told of findings and of who broke the glass; what was seen is told once, and stays', async ({
  vault,
  ready,
  page,
}) => {
  test.slow();
  const { recovery_key } = await ready.admin.session.renewRecoveryKey({
    current_passphrase: ready.passphrase,
  });
  const visitor = desktopClient(vault.url, vault.dataDir);
  await visitor.session.open({ recovery_key });
  await visitor.close();
  const drive = ready.admin.drive(ready.group);
  const { node_id } = await drive.upload(new Uint8Array(70_000), { name: 'us-effusion.bin' });
  writeFileSync(join(vault.dataDir, 'blobs', node_id.slice(-2), node_id), 'too short');
  await ready.admin.findings.check();

  await unlock(page);
  const findings = page.getByRole('status').filter({ hasText: '1 needs your decision' });
  const recovered = page.getByRole('status').filter({ hasText: 'unlocked with a recovery key or shares' });
  await expect(findings).toBeVisible();
  await expect(recovered).toContainText('This stays in the log permanently');
  await expectAccessible(page, 'notices to administrators');
  await shoot(page, 'admin-notices');
  await findings.getByRole('button', { name: 'Show the findings' }).click();
  await expect(page.getByRole('heading', { name: 'Backup and health' })).toBeFocused();
  await expect(
    page.getByRole('button', { name: 'The content of a file has the wrong length' }),
  ).toHaveAttribute('aria-pressed', 'false');
  await recovered.getByRole('button', { name: 'Show in the log' }).click();
  await expect(page.getByRole('combobox', { name: 'What' })).toHaveValue('membership_recover');
  await expect(page.getByRole('button', { name: 'Unlocked with recovery key or shares' })).toHaveCount(1);
  await expect(recovered).toHaveCount(0);

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await unlock(page);
  await expect(page.getByRole('status').filter({ hasText: '1 needs your decision' })).toBeVisible();
  await expect(recovered).toHaveCount(0);
  expect((await ready.admin.audit.recoveries()).total).toBe(1);
});

test('a person is told at the next unlock of a way into the account that was made meanwhile, until that is dismissed', async ({
  ready,
  page,
}) => {
  const { session } = ready.admin;
  const { secrets = [] } = await session.get();
  await session.putPreferences({ seen_secrets: seenSecrets(secrets) });
  await session.renewRecoveryShares({ current_passphrase: ready.passphrase });

  await unlock(page);
  const told = page.getByRole('status').filter({ hasText: 'New ways into your account' });
  await expect(told).toContainText('recovery key or shares (');
  await expect(told).not.toContainText('passphrase (');
  await expect(told).toContainText('If that was not you');
  await expectAccessible(page, 'notice of a new secret');
  await shoot(page, 'secret-notice');
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/preferences') && response.request().method() === 'PUT',
  );
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect(told).toHaveCount(0);
  await kept;
  const after = await session.getPreferences();
  expect(after).toMatchObject({ seen_secrets: seenSecrets((await session.get()).secrets ?? []) });
});
