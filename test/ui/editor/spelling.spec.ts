/** Tests spelling: words are underlined once typing pauses; Ctrl+. corrects or ignores one. */
import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';

shareVault();
test.skip(!existsSync('/usr/share/hunspell/en_US.dic'), "Debian's hunspell-en-us is not installed");

const underlined = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('spelling') ?? [])].map((range) =>
      (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset),
    ),
  );

test('a misspelled word is underlined, corrected by key, or ignored by the group', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const html = section('59776-5', 'Findings', '<p>Small effussion. Zorblatt sign.</p>');
  const id = await sealExam(admin, group, { title: 'CT chest', html });
  await openExam(desk, id);
  await expect.poll(() => underlined(desk)).toEqual(['effussion', 'Zorblatt']);
  await expect(report(desk)).toHaveAttribute('spellcheck', 'false');
  await caretAfter(desk, 'Small effussion. Zorblatt sign.');
  await desk.keyboard.type(' No lession seen');
  await expect.poll(() => underlined(desk)).toEqual(['effussion', 'Zorblatt', 'lession']);

  await desk.keyboard.press('Control+Home');
  await desk.keyboard.press('Control+.');
  const dialog = desk.getByRole('dialog', { name: '“effussion” is not in any dictionary' });
  await expect(dialog.getByRole('button', { name: 'effusion', exact: true })).toBeFocused();
  await expectAccessible(desk, 'spelling');
  await desk.screenshot({ path: 'test-results/spelling-dialog.png' });
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toContainText('Small effusion.');
  await expect.poll(() => underlined(desk)).toEqual(['Zorblatt', 'lession']);

  await desk.keyboard.press('Control+.');
  await desk.getByRole('button', { name: 'Ignore in this group' }).click();
  await expect.poll(() => underlined(desk)).toEqual(['lession']);
  const lists: unknown[] = [];
  for await (const { index } of admin.templates.list({ security_group_id: group, tag: 'spelling' }))
    lists.push((await admin.templates.get(index.document_id)).record.custom_attributes);
  expect(lists).toEqual([{ kind: 'spelling', words: ['zorblatt'] }]);
});

test('a correction lands on its word, though the browser tells of the caret of before only then', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const html = section('59776-5', 'Findings', '<p>Small effussion.</p>');
  await openExam(desk, await sealExam(admin, group, { title: 'CT chest', html }));
  await expect.poll(() => underlined(desk)).toEqual(['effussion']);
  await caretAfter(desk, 'Small effussion.');
  await desk.keyboard.press('Control+.');
  await expect(desk.getByRole('button', { name: 'effusion', exact: true })).toBeFocused();
  await report(desk).evaluate(async (text) => {
    const heading = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
    if (heading === null) throw new Error('There is a heading.');
    const told = new Promise((resolve) =>
      document.addEventListener('selectionchange', resolve, { once: true }),
    );
    getSelection()?.setPosition(heading, 0);
    await told;
  });
  await desk.getByRole('button', { name: 'effusion', exact: true }).press('Enter');
  await expect(report(desk)).toContainText('Small effusion.');
  await expect(report(desk)).not.toContainText('effusionFindings');
});

test('a page that is never idle is read all the same', async ({ ready, desk }) => {
  const { admin, group } = ready;
  const html = section('59776-5', 'Findings', '<p>Small effussion.</p>');
  const id = await sealExam(admin, group, { title: 'CT chest', html });
  // Keep the page busy, so that idle callbacks never run.
  await desk.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const until = performance.now() + 4;
      while (performance.now() < until);
      port2.postMessage(0);
    };
    port2.postMessage(0);
  });
  await openExam(desk, id);
  await expect.poll(() => underlined(desk)).toEqual(['effussion']);
});
