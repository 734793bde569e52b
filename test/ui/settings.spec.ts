/** Tests settings: appearance, lock, people, groups, SDK access. */
import { readFileSync } from 'node:fs';
import { expect, test, unlock } from './support/fixtures.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

test.describe('settings', () => {
  test('theme, density, language and zoom act at once and are kept on this computer', async ({
    page,
    ready,
  }) => {
    expect(ready.group).toBeTruthy();
    await unlock(page);
    await page.goto('/#/settings/appearance');
    await page.getByRole('radio', { name: 'Dim reading room' }).click();
    await page.getByRole('radio', { name: 'Compact' }).click();
    await page.getByRole('combobox', { name: 'Interface zoom' }).selectOption('125');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
    await expect(page.getByRole('link', { name: 'Arbeitsliste' })).toBeVisible();
    await page.reload();
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dim');
    await expect(root).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('button', { name: 'Entsperren' })).toBeVisible();
    expect(await root.evaluate((element) => getComputedStyle(element).fontSize)).toBe('20px');
  });

  test('the pause before the lock is the vault’s setting', async ({ page, ready }) => {
    await unlock(page);
    await page.goto('/#/settings/security');
    await page.getByRole('combobox', { name: 'Lock after a pause of' }).selectOption({ label: '5 minutes' });
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await ready.admin.settings.get()).idle_lock_seconds).toBe(300);
  });

  test('the passphrase is changed with the current one, and opens the vault from then on', async ({
    page,
    vault,
    ready,
  }) => {
    expect(ready.group).toBeTruthy();
    await unlock(page);
    await page.goto('/#/settings/security');
    await page.getByRole('button', { name: 'Change the passphrase' }).click();
    await page.getByRole('textbox', { name: 'Current passphrase' }).fill('not the passphrase');
    await page.getByRole('textbox', { name: 'New passphrase' }).fill('violet lantern ninth harbour');
    await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill('violet lantern ninth harbour');
    await page.getByRole('button', { name: 'Change the passphrase' }).click();
    await expect(page.getByText('This is not the current passphrase.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Current passphrase' }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Change the passphrase' }).click();
    await expect(page.getByText('The passphrase was changed')).toBeVisible();
    await vault.client().session.open({ passphrase: 'violet lantern ninth harbour' });
  });

  test('a person is invited, made a member, and disabled', async ({ page, ready }) => {
    await unlock(page);
    await page.goto('/#/settings/people');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    // The form has the focus, and an invited person gets a role.
    await page.keyboard.type('Dr M. Stand');
    const role = page.getByRole('complementary', { name: 'Invite a person' }).getByRole('combobox').first();
    await expect(role).toHaveValue('editor');
    await page.getByRole('button', { name: 'Create invite' }).click();
    await expect(page.getByTestId('invite-code')).not.toBeEmpty();
    const code = (await page.getByTestId('invite-code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy code' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /Dr M. Stand/ })).toContainText('Invited');

    await page.getByRole('button', { name: 'Disable Dr M. Stand' }).click();
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(page.getByRole('row', { name: /Dr M. Stand/ })).toContainText('Disabled');
    const people = await ready.admin.principals.list().toArray({ limit: 5 });
    expect(people.find((person) => person.display_name === 'Dr M. Stand')?.state).toBe('disabled');
  });

  test('a group is created and lists its members', async ({ page, ready }) => {
    expect(ready.group).toBeTruthy();
    await unlock(page);
    await page.goto('/#/settings/groups');
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('textbox', { name: 'Name of the group' }).fill('Tumour board');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Tumour board/ }).click();
    await expect(page.getByRole('complementary', { name: 'Members of Tumour board' })).toContainText(
      'Dr A. Roe',
    );
    await page.getByRole('link', { name: 'Files' }).click();
    await expect(page.getByRole('link', { name: 'Tumour board' })).toBeVisible();
  });

  test('a credential is issued, its files saved once, and revoked', async ({ page, ready }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'));
    await unlock(page);
    await page.goto('/#/settings/sdk');
    await page.getByRole('button', { name: 'Issue credential' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('us-watch');
    await page.getByRole('complementary').getByRole('button', { name: 'Issue credential' }).click();
    const token = (await page.getByTestId('credential-token').textContent()) ?? '';
    expect(token).toMatch(/^srv1\./);
    const names: string[] = [];
    const saved = new Map<string, string>();
    page.on('download', async (download) => {
      names.push(download.suggestedFilename());
      saved.set(download.suggestedFilename(), readFileSync(await download.path(), 'utf8'));
    });
    await page.getByRole('button', { name: 'Save the folder' }).click();
    await expect(() => expect(saved.size).toBe(5)).toPass();
    expect(names.toSorted()).toEqual(['ca.crt', 'client.crt', 'client.key', 'credential.json', 'token']);
    expect(saved.get('token')?.trim()).toBe(token);
    expect(JSON.parse(saved.get('credential.json') ?? '')).toMatchObject({ name: 'us-watch' });
    await page.getByRole('checkbox', { name: 'I have stored the token' }).check();
    await page.getByRole('button', { name: 'Done' }).click();

    await page
      .getByRole('row', { name: /us-watch/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(page.getByRole('row', { name: /us-watch/ })).toContainText('Revoked');
    const [credential] = await ready.admin.credentials.list().toArray({ limit: 2 });
    expect(credential?.revoked_at).not.toBeNull();
  });
});

test('licences: every package of the build, its text once it is opened', async ({ page, ready }) => {
  expect(ready.group).toBeTruthy();
  await unlock(page);
  await page.goto('/#/settings/about');
  const list = page.getByRole('region', { name: 'Licences' });
  const lexical = list.getByText(/^lexical/).first();
  await lexical.click();
  await expect(list.locator('details[open] pre')).toContainText('MIT License');
});
