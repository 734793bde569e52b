/** Tests version conflicts while a report is edited: no typed text is lost. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  saveState,
  sealBeside,
  sealExam,
} from '#test/ui/support/report-page.ts';

shareVault();

test('says who sealed and when, keeps the text editable, and goes on saving the draft', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' My words.');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await desk.keyboard.press('Control+Enter');
  const banner = desk.getByRole('alert');
  await expect(banner).toContainText('Version 2 was sealed by Dr A. Roe at');
  await expect(banner).toContainText('while you were editing from version 1. Nothing is lost.');
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText(
    'started from version 1, latest is 2',
  );
  await expect(report(desk)).toContainText('My words.');
  await desk.keyboard.type(' And more.');
  await expect
    .poll(async () => (await ready.admin.exams.draft.get(id)).record.report_html)
    .toContain('My words. And more.');
  await expect(saveState(desk)).toContainText('Draft saved');
  await atVersion(desk, 1);
});

test('Compare shows the changed sections, wants a choice where both changed, and seals the merge', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' My impression.');
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' My recommendation.');
  await sealBeside(ready.admin, id, (html) =>
    html.replace('Lungs clear.', 'Lungs hazy.').replace('No acute finding.', 'No acute finding at all.'),
  );
  await desk.keyboard.press('Control+Enter');
  await desk.getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  const findings = compare.getByRole('region', { name: 'Findings' });
  await expect(findings).toContainText('only theirs changed');
  await expect(findings.getByRole('deletion')).toHaveText('clear');
  await expect(findings.getByRole('insertion')).toHaveText('hazy');
  await expect(compare.getByRole('region', { name: 'Recommendation' })).toContainText('only yours changed');
  const seal = compare.getByRole('button', { name: 'Seal version' });
  await expect(compare.getByText('1 section to choose')).toBeVisible();
  await expect(seal).toHaveAttribute('aria-disabled', 'true');
  await compare
    .getByRole('radiogroup', { name: 'Impression: take' })
    .getByRole('radio', { name: 'Both' })
    .click();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  await expect(desk.getByRole('alert')).toHaveCount(0);
  const { record } = await ready.admin.exams.get(id);
  for (const text of ['Lungs hazy.', 'No acute finding at all.', 'My impression.', 'My recommendation.']) {
    expect(record.report_html).toContain(text);
  }
});

test('while the versions are still read, Compare claims nothing and seals nothing', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' My recommendation.');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await desk.keyboard.press('Control+Enter');
  let read: () => void = () => undefined;
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  await desk.route('**/v1/exams/*?version_id=*', async (route) => {
    await mayRead;
    await route.continue();
  });
  await desk.getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  const seal = compare.getByRole('button', { name: 'Seal version' });
  await expect(compare.getByRole('status')).toHaveText('Unsealing…');
  await expect(seal).toHaveAttribute('aria-disabled', 'true');
  read();
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await seal.click();
  await atVersion(desk, 3);
});

test('a second conflict in a row comes back with new numbers, and Seal mine on top wins in the end', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Mine.');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs A.'));
  await desk.keyboard.press('Control+Enter');
  const banner = desk.getByRole('alert');
  await expect(banner).toContainText('Version 2 was sealed');
  // The banner may appear before the refused seal has returned.
  await expect(banner.getByRole('button', { name: 'Seal mine on top' })).toBeEnabled();
  // Seal during the request, because the page would otherwise learn of it first.
  let isFirst = true;
  await desk.route(`**/v1/exams/${id}`, async (route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false;
      await sealBeside(ready.admin, id, (html) => html.replace('Lungs A.', 'Lungs B.'));
    }
    await route.continue();
  });
  await banner.getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(banner).toContainText('Version 3 was sealed');
  await expect(banner).toContainText('editing from version 1');
  await expect(report(desk)).toContainText('Mine.');
  await banner.getByRole('button', { name: 'Seal mine on top' }).click();
  await atVersion(desk, 4);
  const versions = await ready.admin.exams.versions(id).toArray({ limit: 9 });
  const texts = await Promise.all(
    versions.map(
      async ({ version_id }) => (await ready.admin.exams.get(id, { version_id })).record.report_html,
    ),
  );
  expect(texts.map((html) => /Lungs \w+\./.exec(html ?? '')?.[0])).toEqual([
    'Lungs clear.',
    'Lungs B.',
    'Lungs A.',
    'Lungs clear.',
  ]);
});

test('Use theirs opens their version and keeps mine in Recovered text, from where it can be taken back', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Only I know this.');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await desk.keyboard.press('Control+Enter');
  await desk.getByRole('alert').getByRole('button', { name: 'Use theirs' }).click();
  await atVersion(desk, 2);
  await expect(report(desk)).toContainText('Lungs hazy.');
  await expect(report(desk)).not.toContainText('Only I know this.');
  await desk.getByRole('button', { name: 'Show it' }).click();
  const panel = desk.getByRole('complementary', { name: 'Recovered text' });
  await panel.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(panel.getByRole('document')).toContainText('Only I know this.');
  await panel.getByRole('button', { name: 'Take back into the report' }).click();
  await expect(report(desk)).toContainText('Only I know this.');
  await draftSaved(desk);
});

test('a further conflict opens the choices of what changed again, and both texts stand under one heading', {
  tag: '@smoke',
}, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Mine.');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' My lungs.');
  await sealBeside(ready.admin, id, (html) =>
    html.replace('Lungs clear.', 'Lungs A.').replace('No acute finding.', 'Impression A.'),
  );
  await desk.keyboard.press('Control+Enter');
  await desk.getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  const take = (section: string, side: string) =>
    compare.getByRole('radiogroup', { name: `${section}: take` }).getByRole('radio', { name: side });
  await take('Findings', 'Mine').click();
  await take('Impression', 'Both').click();
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs A.', 'Lungs B.'));
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('alert')).toContainText('Version 3 was sealed');
  await expect(take('Findings', 'Mine')).not.toBeChecked();
  await expect(compare.getByRole('region', { name: 'Findings' })).toContainText('theirs changed again');
  await expect(take('Impression', 'Both')).toBeChecked();
  await expect(compare.getByText('1 section to choose')).toBeVisible();
  await take('Findings', 'Both').click();
  await expect(compare.getByRole('region', { name: 'Findings' })).not.toContainText('theirs changed again');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 4);
  const html = (await ready.admin.exams.get(id)).record.report_html ?? '';
  expect(html.match(/<h2/g)).toHaveLength(3);
  expect(html.match(/data-section-code="59776-5"/g)).toHaveLength(1);
  for (const text of [
    '[Dr A. Roe, version 3]',
    'Lungs B.',
    '[Dr A. Roe, own draft]',
    'My lungs.',
    'Impression A.',
  ])
    expect(html).toContain(text);
});
