/** Tests left and right: underlined in title, findings and impression; a mismatch is reported while typing. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';

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
