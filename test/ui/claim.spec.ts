/** Tests claiming an exam from the list, and that each list keeps its own search. */
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { caretAfter, draftSaved, openExam, sealExam } from './support/report-page.ts';

shareVault();

test('an exam is taken for oneself and given back, and what was begun there stays', async ({
  desk,
  ready,
}) => {
  const id = await sealExam(ready.admin, ready.group, { title: 'To be claimed' });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Begun.');
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  const views = desk.getByRole('complementary', { name: 'Saved views' });
  const exams = desk.getByRole('grid', { name: 'Exams' });
  await views.getByRole('button', { name: /^To report/ }).click();
  await exams.getByRole('row', { name: /To be claimed/ }).click();
  const more = desk.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await desk.getByRole('menuitem', { name: 'I report this' }).click();
  await expect(desk.getByText('Mine to report: To be claimed')).toBeVisible();
  const { index } = await ready.admin.exams.get(id);
  expect(index.meta.specialist_ids).toHaveLength(1);
  expect((await ready.admin.exams.draft.get(id)).record.report_html).toContain('Lungs clear. Begun.');
  await views.getByRole('button', { name: /^Mine to report/ }).click();
  await exams.getByRole('row', { name: /To be claimed/ }).click();
  await more.click();
  await desk.getByRole('menuitem', { name: 'Not mine to report' }).click();
  await expect(desk.getByText('No longer mine to report: To be claimed')).toBeVisible();
  expect((await ready.admin.exams.get(id)).index.meta.specialist_ids).toEqual([]);
});

test('words searched in one list are not searched for in another', async ({ desk, ready }) => {
  await sealExam(ready.admin, ready.group, { title: 'Searched exam' });
  const search = desk.getByRole('textbox', { name: 'Search', exact: true });
  await search.fill('searched');
  await expect(
    desk.getByRole('grid', { name: 'Exams' }).getByRole('row', { name: /Searched/ }),
  ).toBeVisible();
  await goTo(desk, 'templates');
  await expect(search).toHaveValue('');
  // From a screen without a list it opens the worklist with the search.
  await goTo(desk, 'settings');
  await search.fill('searched');
  await expect(
    desk.getByRole('grid', { name: 'Exams' }).getByRole('row', { name: /Searched/ }),
  ).toBeVisible();
  await expect(search).toHaveValue('searched');
});

test('a form beside a list has the focus as soon as it is opened', async ({ desk }) => {
  await goTo(desk, 'settings/people');
  await desk.getByRole('button', { name: 'Invite a person' }).click();
  await expect(desk.getByRole('textbox', { name: 'Name' })).toBeFocused();
});
