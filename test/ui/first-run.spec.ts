/** Tests the first run: an empty folder becomes a vault; its recovery key is shown once and typed back. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { OWNER_NAME, PASSPHRASE, VAULT_NAME } from './support/ui-vault.ts';

test.use({ empty: true });

async function fillForm(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Workspace name' })).toBeFocused();
  await page.keyboard.type(VAULT_NAME);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER_NAME);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSPHRASE);
  await expect(page.getByRole('img', { name: /^Strength: 4 of 4/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Repeat passphrase' }).focus();
  await page.keyboard.type(PASSPHRASE);
}

async function keyGroups(page: Page): Promise<string[]> {
  const shown = page.getByTestId('recovery-key').locator('code');
  await expect(shown).toHaveCount(13);
  return shown.allTextContents();
}

/** Returns the two group numbers asked for. */
async function askedGroups(page: Page): Promise<number[]> {
  const labels = await page.getByRole('textbox', { name: /^Group \d+$/ }).all();
  expect(labels).toHaveLength(2);
  const text = (await page.getByText(/^Type groups/).textContent()) ?? '';
  return [...text.matchAll(/\d+/g)].map(([number]) => Number(number));
}

test('a vault is created with the keyboard alone, and the key opens it afterwards', {
  tag: '@smoke',
}, async ({ page, vault }) => {
  await page.goto('/');
  await fillForm(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Write down the recovery key' })).toBeFocused();
  const groups = await keyGroups(page);
  for (const number of await askedGroups(page)) {
    await page.getByRole('textbox', { name: `Group ${number}`, exact: true }).focus();
    // Requested groups are hidden while they are typed.
    await expect(
      page
        .getByTestId('recovery-key')
        .locator('code')
        .nth(number - 1),
    ).toHaveText(/^•+$/);
    await page.keyboard.type((groups[number - 1] ?? '').toLowerCase());
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
  await expect(page.getByText('No exams yet')).toBeVisible();
  // Names are unique, so that scripts find one button.
  await expect(page.getByRole('button', { name: 'New exam' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByText('No patients yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New patient' })).toHaveCount(1);

  const client = vault.client();
  expect(await client.vault.get()).toMatchObject({ state: 'ready', name: VAULT_NAME });
  await client.session.open({ recovery_key: groups.join('-') });
  expect((await client.session.get()).principal.display_name).toBe(OWNER_NAME);
});

test('what is missing or weak is said beside its field, and nothing is created', { tag: '@smoke' }, async ({
  page,
  vault,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Create vault' }).click();
  await expect(page.getByRole('textbox', { name: 'Workspace name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Workspace name' })).toHaveAccessibleDescription(
    /Enter a name for the vault/,
  );
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription(
    /Enter your name as it should appear on reports/,
  );
  const passphrase = page.getByRole('textbox', { name: 'Passphrase', exact: true });
  await passphrase.fill('violet lant');
  await page.getByRole('button', { name: 'Create vault' }).click();
  await expect(passphrase).toHaveAccessibleDescription(/1 character more, 12 at least/);
  await passphrase.fill('password1234');
  await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill('password12345');
  await page.getByRole('button', { name: 'Create vault' }).click();
  await expect(passphrase).toHaveAccessibleDescription(/Too easy to guess/);
  await expect(page.getByRole('textbox', { name: 'Repeat passphrase' })).toHaveAccessibleDescription(
    /The two passphrases differ/,
  );
  expect((await vault.client().vault.get()).state).toBe('uninitialized');
});

test('a wrong group is told, and the vault stays shut until both are right', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto('/');
  await fillForm(page);
  await page.getByRole('button', { name: 'Create vault' }).click();
  const groups = await keyGroups(page);
  const [first = 0, second = 0] = await askedGroups(page);
  const firstField = page.getByRole('textbox', { name: `Group ${first}`, exact: true });
  const swapped = [...(groups[first - 1] ?? '')].map((letter) => (letter === 'A' ? 'B' : 'A')).join('');
  await firstField.fill(swapped);
  await expect(firstField).toHaveAccessibleDescription(new RegExp(`This is not group ${first}`));
  await page.getByRole('textbox', { name: `Group ${second}`, exact: true }).fill(groups[second - 1] ?? '');
  const open = page.getByRole('button', { name: 'Open vault' });
  await expect(open).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Write down the recovery key' })).toBeVisible();
  await firstField.fill(groups[first - 1] ?? '');
  await open.click();
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
});
