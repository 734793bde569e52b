/** Tests the warning about expiring certificates. */
import { expect, goTo, test, unlock } from './support/fixtures.ts';

test('says 30 days before which certificates end, and leaves when it is dismissed', async ({
  page,
  ready,
}) => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const groups = [{ security_group_id: ready.group, role: 'viewer' as const }];
  const soon = await ready.admin.credentials.create({ name: 'nightly', groups, expires_at: inDays(10) });
  await ready.admin.credentials.create({ name: 'yearly', groups, expires_at: inDays(40) });
  await unlock(page);
  const notice = page.getByRole('status').filter({ hasText: 'Certificates that end soon' });
  await expect(notice).toContainText(`${soon.client_cn} (9 days)`);
  await expect(notice).not.toContainText('yearly');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await goTo(page, 'patients');
  await expect(notice).toBeHidden();
});
