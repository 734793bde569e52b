/** Tests deleting a field's text: the field stays, shows its blank, and takes the next text. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { field, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';
import { cancelComposition, compose, dictate, nextFrame } from '#test/ui/support/writing-programs.ts';

shareVault();

const SIZE = `<p>Size ${field('a', 'Size', { completion: 'prohibit' }, '12')} mm.</p>`;
const PLACES = {
  'at the start of a line': `<p>${field('a', 'Size', {}, '12')} mm.</p>`,
  'at the end of a line': `<p>Size ${field('a', 'Size', {}, '12')}</p>`,
  'alone in its line': `<p>One.</p><p>${field('a', 'Size', {}, '12')}</p><p>Two.</p>`,
  'in a list': `<ul><li>Size ${field('a', 'Size', {}, '12')} mm</li><li>two</li></ul>`,
  'in a cell': `<table><tbody><tr><td><p>${field('a', 'Size', {}, '12')}</p></td><td><p>x</p></td></tr></tbody></table>`,
  'beside another field': `<p>Size ${field('a', 'Size', {}, '12')}${field('b', 'Other', {}, '34')} mm</p>`,
  'between bold words': `<p><strong>Size </strong>${field('a', 'Size', {}, '12')}<strong> mm</strong></p>`,
} as const;

const inside = (page: Page) => report(page).locator('[data-field="a"]');

async function open(
  desk: Page,
  ready: { admin: Parameters<typeof sealExam>[0]; group: string },
  html: string,
) {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html }));
  await expect(report(desk)).toBeFocused();
}

/** Selects the field as dragging does. */
async function dragOverField(page: Page): Promise<void> {
  await inside(page).evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode();
    if (text) document.getSelection()?.setBaseAndExtent(text, 0, text, text.nodeValue?.length ?? 0);
  });
  await nextFrame(page);
}

async function selectField(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
  await nextFrame(page);
}

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Delete: (page) => page.keyboard.press('Delete'),
  Backspace: (page) => page.keyboard.press('Backspace'),
  'Control+Delete': (page) => page.keyboard.press('Control+Delete'),
  'Control+Backspace': (page) => page.keyboard.press('Control+Backspace'),
  cutting: (page) => page.keyboard.press('Control+X'),
  dictation: (page) => dictate(page, 0, 2, ''),
  'its letters one by one': async (page) => {
    await page.evaluate(() => document.getSelection()?.collapseToEnd());
    await nextFrame(page);
    for (const _ of '12') {
      await page.keyboard.press('Backspace');
      await nextFrame(page);
    }
  },
};

const AFTERWARDS: Readonly<Record<string, readonly [string, (page: Page) => Promise<void>]>> = {
  'typing fills it': ['7', (page) => page.keyboard.type('7')],
  'dictation fills it': ['Liver', (page) => dictate(page, 0, 3, 'Liver')],
  'an input method fills it': ['肺', (page) => compose(page, ['f', 'fei'], '肺')],
  'a cancelled input method leaves it': ['___', (page) => cancelComposition(page, ['f', 'fe'])],
  'deleting again leaves it': [
    '___',
    async (page) => {
      for (const key of ['Delete', 'Backspace', 'Delete']) await page.keyboard.press(key);
    },
  ],
};

/** Steps back until the report shows this text again; each step has been drawn before the next is asked for. */
async function undoTo(page: Page, text: string): Promise<void> {
  await expect(async () => {
    if ((await report(page).textContent()) !== text) await page.keyboard.press('Control+Z');
    await nextFrame(page);
    expect(await report(page).textContent()).toBe(text);
  }).toPass({ intervals: [0] });
  await expect(inside(page)).toHaveText('12');
}

for (const [way, empty] of Object.entries(WAYS))
  test(`${way} empties a field and leaves it; undo gives all back`, async ({ desk, ready }) => {
    await open(desk, ready, SIZE);
    for (const [shown, write] of Object.values(AFTERWARDS)) {
      await selectField(desk);
      await empty(desk);
      await expect(inside(desk)).toHaveText('___');
      await expect(inside(desk), 'a demanded field is open again').not.toHaveAttribute(
        'data-field-filled',
        /./,
      );
      await expect(inside(desk)).toHaveAttribute('data-field-completion', 'prohibit');
      await nextFrame(desk);
      await write(desk);
      await expect(inside(desk)).toHaveText(shown);
      await expect(report(desk)).toHaveText(`Size ${shown} mm.`);
      await undoTo(desk, 'Size 12 mm.');
      await expect(inside(desk)).toHaveAttribute('data-field-filled', 'true');
    }
  });

test('cut, what the field showed is on the clipboard', async ({ desk, ready }) => {
  await open(desk, ready, `<p>One</p>${SIZE}`);
  await selectField(desk);
  await desk.keyboard.press('Control+X');
  await expect(inside(desk)).toHaveText('___');
  await desk.keyboard.press('Control+Home');
  await desk.keyboard.press('Control+V');
  await expect(report(desk).locator('p').first()).toContainText('12');
});

for (const [place, html] of Object.entries(PLACES))
  test(`a field ${place} stays where it is`, async ({ desk, ready }) => {
    await open(desk, ready, html);
    const whole = (await report(desk).textContent()) ?? '';
    for (const way of ['Delete', 'dictation', 'its letters one by one']) {
      await dragOverField(desk);
      await WAYS[way]?.(desk);
      await expect(inside(desk)).toHaveText('___');
      await nextFrame(desk);
      await cancelComposition(desk, ['´']);
      await expect(inside(desk)).toHaveText('___');
      await desk.keyboard.type('7');
      await expect(inside(desk)).toHaveText('7');
      await expect(report(desk)).toHaveText(whole.replace('12', '7'));
      await undoTo(desk, whole);
    }
  });

test('a blank is one thing: no key leaves half of it, and what is typed into it takes its place', async ({
  desk,
  ready,
}) => {
  const html = `<p>Organ: ${field('a', 'Organ', { completion: 'prohibit' })} end</p>`;
  await open(desk, ready, html);
  await selectField(desk);
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.press('Backspace');
  await expect(inside(desk)).toHaveText('___');
  await expect(inside(desk)).not.toHaveAttribute('data-field-filled', /./);
  await desk.keyboard.press('ArrowLeft');
  await desk.keyboard.press('ArrowRight');
  await nextFrame(desk);
  await desk.keyboard.type('Liver');
  await expect(inside(desk)).toHaveText('Liver');
});

test('a word is deleted to the edge of its field, not beyond', async ({ desk, ready }) => {
  await open(desk, ready, `<p>Size x${field('a', 'Size', {}, '12')}y mm.</p>`);
  await selectField(desk);
  await desk.keyboard.press('ArrowRight');
  await nextFrame(desk);
  await desk.keyboard.press('Control+Backspace');
  await expect(inside(desk)).toHaveText('___');
  await expect(report(desk)).toHaveText('Size x___y mm.');
});

test('a selection that reaches over its edges takes the field along', async ({ desk, ready }) => {
  await open(desk, ready, section('59776-5', 'Findings', SIZE));
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('Home');
  await desk.keyboard.press('Shift+End');
  await nextFrame(desk);
  await desk.keyboard.press('Delete');
  await expect(inside(desk)).toHaveCount(0);
  await desk.keyboard.press('Control+Z');
  await expect(inside(desk)).toHaveText('12');
});
