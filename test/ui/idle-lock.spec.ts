/** Tests the automatic lock: warning, postponing, and keeping typed text. */
import { expect, test, unlock } from './support/fixtures.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

test.describe('lock', () => {
  test('a session that ends from outside covers the same route, and typed text is kept', async ({
    page,
    ready,
  }) => {
    await unlock(page);
    await page.goto('/#/patients/new');
    await page.getByRole('textbox', { name: 'Legal name' }).fill('Ilka Pranthofer');
    const sessions = await ready.admin.session.list().toArray({ limit: 10 });
    const own = await ready.admin.session.get();
    for (const session of sessions) {
      if (session.session_id !== own.session_id) await ready.admin.session.end(session.session_id);
    }
    await expect(page.getByText('The session has ended.')).toBeVisible();
    await expect(page.getByText('Your unsaved text is safe in this window')).toBeVisible();
    expect(await page.content()).not.toContain('Pranthofer');

    await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Legal name' })).toHaveValue('Ilka Pranthofer');
  });

  test('warns before the pause is over; staying keeps the session, leaving locks it', async ({
    page,
    ready,
  }) => {
    await ready.admin.settings.patch({ idle_lock_seconds: 35 });
    await unlock(page);
    const stay = page.getByRole('button', { name: 'Stay unlocked' });
    await expect(stay).toBeVisible();
    await stay.click();
    await expect(stay).toBeHidden();
    await expect(page.getByText('Locked after a pause.')).toBeVisible();
  });
});
