/** Picture of the handbook's first page: a vault that has no exam yet. */
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { cut } from './cut-picture.ts';

shareVault();

test('the first day', async ({ desk }) => {
  await goTo(desk, 'worklist');
  const main = desk.getByRole('main');
  await expect(main.getByRole('status')).toHaveText('No exams yet');
  await cut(desk, 'first-day', main);
});
