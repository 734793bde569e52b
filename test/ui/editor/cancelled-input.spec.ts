/** Tests cancelled input method compositions: the replaced text and fields are restored. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { field, openExam, report, sealExam } from '#test/ui/support/report-page.ts';
import { cancelComposition, nextFrame } from '#test/ui/support/writing-programs.ts';

shareVault();

const SIDE = `<p>Side: ${field('a', 'Side', { kind: 'select', options: ['links', 'rechts'], preset: 'links' })} ok</p>`;
const SIZE = `<p>Size ${field('a', 'Size', {}, '12')} mm and <strong>very</strong> small.</p>`;
const BLANK = `<p>Organ: ${field('a', 'Organ')} end</p>`;

const inside = (page: Page) => report(page).locator('[data-field="a"]');

async function open(
  desk: Page,
  ready: { admin: Parameters<typeof sealExam>[0]; group: string },
  html: string,
) {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html }));
  await expect(report(desk)).toBeFocused();
}

async function selectField(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await nextFrame(page);
}

/** Close an open pick list, which takes keys. */
async function closeChoices(page: Page): Promise<void> {
  const list = page.getByRole('listbox', { name: 'Side' });
  if ((await inside(page).getAttribute('data-field-kind')) !== 'select') return;
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
}

/** Selects characters of one text as dragging does. */
async function selectIn(page: Page, text: string, from: number, to: number): Promise<void> {
  await report(page).evaluate(
    (root, [wanted, start, end]) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.nodeValue === wanted) document.getSelection()?.setBaseAndExtent(node, start, node, end);
    },
    [text, from, to] as const,
  );
  await nextFrame(page);
}

for (const [name, html, value, whole] of [
  ['a choice', SIDE, 'links', 'Side: links ok'],
  ['a text', SIZE, '12', 'Size 12 mm and very small.'],
  ['a blank', BLANK, '___', 'Organ: ___ end'],
] as const)
  for (const drafts of [['´'], ['f', 'fe', 'fei']])
    test(`cancelled over ${name}, the field stays as it was: ${drafts.join(' ')}`, async ({
      desk,
      ready,
    }) => {
      await open(desk, ready, html);
      await selectField(desk);
      await closeChoices(desk);
      await cancelComposition(desk, drafts);
      await expect(inside(desk)).toHaveText(value);
      await expect(report(desk)).toHaveText(whole);
      await desk.keyboard.press('Control+z');
      await nextFrame(desk);
      await expect(report(desk)).toHaveText(whole);
      await selectField(desk);
      await closeChoices(desk);
      await desk.keyboard.type('neu');
      await expect(inside(desk)).toHaveText('neu');
    });

test('cancelled over some characters of a field, and at its end, it keeps them', async ({ desk, ready }) => {
  await open(desk, ready, SIZE);
  await selectIn(desk, '12', 1, 2);
  await cancelComposition(desk, ['´']);
  await expect(inside(desk)).toHaveText('12');
  await selectIn(desk, '12', 2, 2);
  await cancelComposition(desk, ['f', 'fe']);
  await expect(inside(desk)).toHaveText('12');
  await expect(report(desk)).toHaveText('Size 12 mm and very small.');
});

test('cancelled over text that holds a field and a format, all of it stays', async ({ desk, ready }) => {
  await open(desk, ready, SIZE);
  await desk.keyboard.press('Control+a');
  await nextFrame(desk);
  await cancelComposition(desk, ['は', 'はい']);
  await expect(inside(desk)).toHaveText('12');
  await expect(report(desk)).toHaveText('Size 12 mm and very small.');
  await expect(report(desk).locator('strong')).toHaveText('very');
});
