/** Tests an exam opened from the trash: it is read-only, and is restored where it is read. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { openExam, report, saveState, sealExam } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

test('Restore takes the exam out of the trash, and it can be written', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await ready.admin.exams.delete(id);
  await openExam(desk, id);
  await expect(saveState(desk)).toContainText('in the trash');
  const [bar, last] = await Promise.all(
    ['.statusbar', '.statusbar > :last-child'].map((part) => desk.locator(part).boundingBox()),
  );
  if (!bar || !last) throw new Error('not shown');
  expect(bar.x + bar.width - last.x - last.width, 'the keys stand at the right').toBeLessThan(24);
  await shoot(desk, 'trashed');
  await desk.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(saveState(desk)).not.toContainText('in the trash');
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'false');
  expect((await ready.admin.exams.get(id)).index.is_deleted).toBe(false);
});
