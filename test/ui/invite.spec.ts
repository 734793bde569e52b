/** Tests unlocking by invite, and the delay after wrong secrets. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** Returns the shown key: 13 groups. */
async function readRecoveryKey(page: Page): Promise<string> {
  const text = await page.getByTestId('recovery-key').textContent();
  expect(text?.split('-')).toHaveLength(13);
  return text ?? '';
}

async function typeGroupsBack(page: Page, recoveryKey: string): Promise<void> {
  const groups = recoveryKey.split('-');
  const fields = await page.getByRole('textbox', { name: /^Group \d+$/ }).all();
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    const label = await field.evaluate(
      (element) => element.closest('.fld')?.querySelector('label')?.textContent,
    );
    await field.fill((groups[Number(label?.replace(/\D/g, '')) - 1] ?? '').toLowerCase());
  }
}

test.describe('unlock', () => {
  test('after too many wrong secrets the door says how long it stays shut', async ({ page, ready }) => {
    expect(ready.group).toBeTruthy();
    await page.goto('/');
    const field = page.getByRole('textbox', { name: 'Passphrase' });
    const notice = page.getByText(/Too many attempts. Next try in \d+:\d\d/);
    await expect(async () => {
      await field.fill('not the passphrase');
      await page.keyboard.press('Enter');
      await expect(notice).toBeVisible({ timeout: 1_500 });
    }).toPass();
  });

  test('an invited person chooses a passphrase, gets a recovery key and is in', async ({ page, ready }) => {
    const invited = await ready.admin.principals.invite({
      display_name: 'Dr M. Stand',
      groups: [{ security_group_id: ready.group, role: 'editor' }],
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'I have an invite code' }).click();
    await page.getByRole('textbox', { name: 'Invite code' }).fill(invited.invite_code);
    await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill('violet lantern ninth harbour');
    await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill('violet lantern ninth harbour');
    await page.getByRole('button', { name: 'Accept invite' }).click();
    await typeGroupsBack(page, await readRecoveryKey(page));
    await page.getByRole('button', { name: 'Open vault' }).click();
    await expect(page.getByRole('banner').getByText('Dr M. Stand')).toBeVisible();

    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(page.getByLabel('Person')).toBeVisible();
    await page.getByLabel('Person').selectOption({ label: 'Dr M. Stand' });
    await page.getByRole('textbox', { name: 'Passphrase' }).fill('violet lantern ninth harbour');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByText('Dr M. Stand')).toBeVisible();
  });
});
