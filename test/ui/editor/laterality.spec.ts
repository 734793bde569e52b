/** Tests left and right: underlined in title, findings and impression; a mismatch is reported while typing. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

/** Returns the underlined words of a highlight, sorted. */
const underlined = (page: Page, name: string) =>
  page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])];
    return ranges
      .map((range) => (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset))
      .toSorted();
  }, name);

const notice = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /Left or right/ });

test('a contradiction is told with its last letter, and the caret stays', async ({ ready, desk }) => {
  const html = [
    section('59776-5', 'Findings', '<p>Effusion in the left knee.</p>'),
    section('19005-8', 'Impression', '<p>Effusion.</p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, { title: 'MRI left knee', html });
  await openExam(desk, id);
  await expect.poll(() => underlined(desk, 'side-left')).toEqual(['left']);
  await expect(desk.getByRole('heading', { name: 'MRI left knee' }).locator('.side-left')).toHaveText('left');
  await caretAfter(desk, 'Effusion.');
  await desk.keyboard.type(' On the righ');
  await expect(notice(desk)).toHaveCount(0);
  await desk.keyboard.type('t');
  await expect(notice(desk)).toHaveText(
    'Left or right? The title says left, but only right is in the Impression.',
  );
  await expect(desk.getByRole('navigation', { name: 'Outline' })).toContainText('Left or right?');
  expect(await underlined(desk, 'side-wrong')).toEqual(['left', 'right']);
  await expect(desk.locator('h1 .side-wrong')).toHaveText('left');
  await desk.keyboard.type(' side.');
  await expect(report(desk)).toContainText('Effusion. On the right side.');
  await notice(desk).click();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('left');
  await expect(notice(desk)).toHaveCount(0);
  await expect(report(desk)).toContainText('Effusion. On the left side.');
  expect(await underlined(desk, 'side-left')).toEqual(['left', 'left']);
  expect(await underlined(desk, 'side-wrong')).toEqual([]);
});

test('German words; the sign gate follows at once', async ({ ready, desk }) => {
  const html = [
    section('59776-5', 'Befund', '<p>Erguss im rechten Knie.</p>'),
    section('19005-8', 'Beurteilung', '<p>Erguss.</p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, { title: 'MRT Knie', html });
  await openExam(desk, id);
  await caretAfter(desk, 'Erguss.');
  await desk.keyboard.type(' Linksseitig.');
  await expect(notice(desk)).toHaveText(
    'Left or right? The Impression says left, but only right is in the Findings.',
  );
  expect(await underlined(desk, 'side-wrong')).toEqual(['Linksseitig', 'rechten']);
  await desk.keyboard.press('Control+Shift+Enter');
  const check = desk.getByRole('listbox', { name: 'Please check' });
  await expect(check).toContainText('The Impression says left');
  await caretAfter(desk, 'Erguss. Linksseitig.');
  for (const _ of 'Linksseitig.') await desk.keyboard.press('Backspace');
  await expect(notice(desk)).toHaveCount(0);
  await expect(check.filter({ hasText: 'The Impression says left' })).toHaveCount(0);
});

test('a paragraph that leaves the section takes its sides along', async ({ ready, desk }) => {
  const html = [
    section('59776-5', 'Findings', '<p>Right lung clear.</p>'),
    section('19005-8', 'Impression', '<p>No nodule.</p><p>On the left.</p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  await expect(notice(desk)).toBeVisible();
  await caretAfter(desk, 'No nodule.');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('Recommendation');
  await desk.keyboard.press('Control+Alt+2');
  await expect(notice(desk)).toHaveCount(0);
  expect(await underlined(desk, 'side-left')).toEqual([]);
});

test('a finding on the other side or of another size is told while writing, in the words of the gate', async ({
  ready,
  desk,
}) => {
  const html = [
    section(
      '59776-5',
      'Findings',
      '<p>A nodule of 12 mm in the right upper lobe.</p><p>Left kidney normal.</p>',
    ),
    section('19005-8', 'Impression', '<p>Nodule.</p>'),
  ].join('');
  await openExam(desk, await sealExam(ready.admin, ready.group, { title: 'CT chest', html }));
  const told = desk.getByRole('contentinfo').locator('.side-notice');
  await caretAfter(desk, 'Nodule.');
  await desk.keyboard.press('Backspace');
  await desk.keyboard.type(' of 12 mm on the left.');
  const words = 'Left or right? «Nodule»: the Impression says left, the Findings only right.';
  await expect(told).toHaveText(words);
  await expect(desk.getByRole('navigation', { name: 'Outline' })).toContainText('Left or right?');
  await shoot(desk, 'side-by-noun');
  await notice(desk).click();
  await desk.keyboard.type('right');
  await expect(told).toHaveText('');
  await expect(report(desk)).toContainText('Nodule of 12 mm on the right.');
  await caretAfter(desk, 'Nodule of 12 mm on the right.');
  await desk.keyboard.type(' The nodule is 21 mm.');
  await expect(told).toContainText('«nodule»: 21 mm in the Impression, 12 mm in the Findings.');
});

test('an addendum is told of the other side of the signed text while it is written', async ({
  ready,
  desk,
}) => {
  const html = section('59776-5', 'Findings', '<p>A nodule in the right upper lobe.</p>');
  await openExam(
    desk,
    await sealExam(ready.admin, ready.group, { title: 'CT chest', html, status: 'final' }),
  );
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('The nodule is on the left.');
  await expect(notice(desk)).toHaveText(
    'Left or right? The addendum says left, but only right is in the signed text.',
  );
  await notice(desk).focus();
  for (let press = 0; press < 3; press += 1) await desk.keyboard.down('Enter');
  await desk.keyboard.up('Enter');
  await desk.keyboard.press('Enter');
  await expect(report(desk), 'Enter replaces no word').toContainText('The nodule is on the left.');
  await desk.keyboard.type('right');
  await expect(notice(desk)).toHaveCount(0);
  await expect(report(desk)).toContainText('The nodule is on the right.');
});
