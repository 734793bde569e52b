/** The first steps of a new vault: ticked by what it has, put away and brought back. */
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { sealExam } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

test('tick themselves, lead to each step, and can be hidden and shown again', async ({ desk, ready }) => {
  await goTo(desk, 'worklist');
  const panel = desk.getByRole('complementary', { name: 'Preview' });
  await expect(panel.getByRole('heading')).toContainText('First steps');
  await expect(panel.getByRole('listitem')).toHaveCount(4);
  await expect(panel).toContainText('0 of 4');
  await expectAccessible(desk, 'first steps');
  await shoot(desk, 'first-steps');
  await ready.admin.templates.create({
    security_group_id: ready.group,
    record: { title: 'CT chest', modality: 'CT', report_html: '<p>Clear.</p>' },
  });
  await expect(panel).toContainText('1 of 4');
  await expect(panel.getByRole('button', { name: 'Choose: Templates for my modalities' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Handbook: your first day' }).click();
  await expect(desk.getByRole('article')).toHaveAccessibleName('Your first day');
  await desk.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Set up: Letterhead' }).click();
  await expect(desk).toHaveURL(/settings\/letterhead/);

  await goTo(desk, 'worklist');
  await panel.getByRole('button', { name: 'Hide it' }).click();
  await expect(panel.getByRole('heading')).toHaveCount(0);
  await goTo(desk, 'settings/appearance');
  await desk.getByRole('button', { name: 'Show the first steps' }).click();
  await goTo(desk, 'worklist');
  await expect(panel.getByRole('heading')).toContainText('First steps');
  // With the first exam the list stands folded above its preview, until every step is done or it is hidden.
  const id = await sealExam(ready.admin, ready.group, { title: 'CT head', status: 'final' });
  await expect(panel.getByRole('heading', { name: 'CT head' })).toBeVisible();
  const steps = panel.getByRole('group').filter({ hasText: 'First steps' });
  await expect(steps).toContainText('2 of 4');
  await expect(steps.getByRole('listitem')).toHaveCount(0);
  await steps.getByText('First steps').click();
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByRole('listitem').last()).toContainText('done');
  await expectAccessible(desk, 'remaining steps');
  await shoot(desk, 'first-steps-remaining');
  await ready.admin.exams.delete(id);
  await expect(panel).toContainText('1 of 4');
  await sealExam(ready.admin, ready.group, { title: 'MR knee' });
  await expect(steps).toContainText('1 of 4');
  await steps.getByText('First steps').click();
  await steps.getByRole('button', { name: 'Hide it' }).click();
  await expect(panel).not.toContainText('First steps');
});
