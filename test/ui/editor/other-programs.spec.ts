/**
 * Tests programs that write into the report: Dragon, spelling checkers, input methods, foreign pastes. Nothing is
 * doubled or lost, and undo reverts it.
 */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, field, openExam, report, sealExam } from '#test/ui/support/report-page.ts';
import { compose, dictate, nextFrame } from '#test/ui/support/writing-programs.ts';

shareVault();

const SIDE = `<p>Side: ${field('a', 'Side', { kind: 'select', options: ['links', 'rechts'], preset: 'links' })} ok</p>`;
const SIZE = `<p>The pneumnia is on the left side.</p><p>Size ${field('f1', 'f1', {}, '12')} mm and a nodle here.</p>`;

const paragraphs = (page: Page) => report(page).locator('p');
const lines = (page: Page) => paragraphs(page).allInnerTexts();

async function open(
  desk: Page,
  ready: { admin: Parameters<typeof sealExam>[0]; group: string },
  html: string,
) {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html }));
  // Wait for the focus, because a report that opens late would end a composition.
  await expect(report(desk)).toBeFocused();
}

/** Replaces a word as a spelling checker does. */
async function replaceWord(page: Page, word: string, text: string): Promise<void> {
  await report(page).evaluate(
    (root, [wanted, replacement]) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = (node.nodeValue ?? '').indexOf(wanted);
        if (at === -1) continue;
        const place = {
          startContainer: node,
          startOffset: at,
          endContainer: node,
          endOffset: at + wanted.length,
        };
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', replacement);
        node.parentElement?.dispatchEvent(
          new InputEvent('beforeinput', {
            inputType: 'insertReplacementText',
            dataTransfer,
            targetRanges: [new StaticRange(place)],
            bubbles: true,
            cancelable: true,
            composed: true,
          }),
        );
        return;
      }
      throw new Error('The word is not in the report.');
    },
    [word, text] as const,
  );
}

async function undoAll(page: Page, expected: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+z');
    expect(await lines(page)).toEqual(expected);
  }).toPass({ timeout: 8_000 });
}

test.describe('Dragon', () => {
  test.beforeEach(async ({ page }) => {
    // Simulates the extension's content script, which writes into the selected text.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        window.addEventListener(
          'message',
          (event) => {
            if (typeof event.data !== 'string' || !event.data.includes('nuanria_messaging')) return;
            const [, , text] = JSON.parse(event.data).payload.args;
            const node = document.getSelection()?.anchorNode;
            if (node instanceof Text && typeof text === 'string') node.appendData(text);
          },
          true,
        );
      });
    });
  });

  test('writes a phrase once', async ({ desk, ready }) => {
    await open(desk, ready, '<p>Lungs clear.</p>');
    await caretAfter(desk, 'Lungs clear.');
    await desk.evaluate(() => {
      const payload = { functionId: 'makeChanges', args: [12, 0, ' Heart normal.', 26, 0] };
      window.postMessage(JSON.stringify({ protocol: 'nuanria_messaging', type: 'request', payload }), '*');
    });
    await expect(report(desk)).toHaveText('Lungs clear. Heart normal.');
    await undoAll(desk, ['Lungs clear.']);
  });
});

const OPEN = `<p>Organ: ${field('o', 'Organ')} end</p>`;
const inField = (page: Page, id: string) => report(page).locator(`[data-field="${id}"]`);

async function toField(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Tab');
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

test.describe('Dragon and fields', () => {
  test('a phrase over a selected field fills the field', async ({ desk, ready }) => {
    await open(desk, ready, OPEN);
    await toField(desk);
    await dictate(desk, 0, 3, 'Liver');
    await expect(inField(desk, 'o')).toHaveText('Liver');
    await expect.poll(() => lines(desk)).toEqual(['Organ: Liver end']);
    await undoAll(desk, ['Organ: ___ end']);
  });

  test('a phrase within a field stays in it', async ({ desk, ready }) => {
    await open(desk, ready, SIZE);
    await selectIn(desk, '12', 1, 2);
    await dictate(desk, 1, 1, '57');
    await expect(inField(desk, 'f1')).toHaveText('157');
  });

  test('words that are a command run it', async ({ desk, ready }) => {
    await open(desk, ready, OPEN);
    await desk.keyboard.press('Control+Home');
    await dictate(desk, 0, 0, 'Next field');
    await desk.keyboard.type('Liver');
    await expect(inField(desk, 'o')).toHaveText('Liver');
    await expect.poll(() => lines(desk)).toEqual(['Organ: Liver end']);
  });

  test('line ends of other programs part what they stand between', async ({ desk, ready }) => {
    await open(desk, ready, '<p>Lungs clear.</p>');
    await caretAfter(desk, 'Lungs clear.');
    await dictate(desk, 12, 0, ' Node 3\v4 mm');
    await expect.poll(() => lines(desk)).toEqual(['Lungs clear. Node 3\n4 mm']);
  });
});

test.describe('some characters of a field', () => {
  test('typed over at its end stay in the field', async ({ desk, ready }) => {
    await open(desk, ready, SIZE);
    await selectIn(desk, '12', 1, 2);
    await desk.keyboard.type('57');
    await expect(inField(desk, 'f1')).toHaveText('157');
    await undoAll(desk, ['The pneumnia is on the left side.', 'Size 12 mm and a nodle here.']);
  });

  test('replaced by a spelling checker stay in the field', async ({ desk, ready }) => {
    await open(desk, ready, `<p>Organ: ${field('o', 'Organ', {}, 'left livr')} ok</p>`);
    await desk.keyboard.press('Control+Home');
    await replaceWord(desk, 'livr', 'liver');
    await expect(inField(desk, 'o')).toHaveText('left liver');
    await expect.poll(() => lines(desk)).toEqual(['Organ: left liver ok']);
  });

  test('composed over stay in the field', async ({ desk, ready }) => {
    await open(desk, ready, SIZE);
    await selectIn(desk, '12', 1, 2);
    await compose(desk, ['´'], 'é');
    await expect(inField(desk, 'f1')).toHaveText('1é');
  });
});

test('an input method behind a whole choice writes behind it', async ({ desk, ready }) => {
  await open(desk, ready, SIDE);
  await selectIn(desk, 'links', 5, 5);
  await compose(desk, ['´'], 'é');
  await expect(inField(desk, 'a')).toHaveText('links');
  await expect.poll(() => lines(desk)).toEqual(['Side: linksé ok']);
});

test('text that is put in whole keeps its line ends, and no number joins another', async ({
  desk,
  ready,
}) => {
  await open(desk, ready, '<p>x</p>');
  await desk.keyboard.press('Control+End');
  await desk.keyboard.insertText(' Node 3\v4 mm\u20285\u00856');
  await expect.poll(() => lines(desk)).toEqual(['x Node 3\n4 mm\n5\n6']);
});

test.describe('a replacement of another range than the selection', () => {
  test('leaves the selected field as it is', async ({ desk, ready }) => {
    await open(desk, ready, SIZE);
    await desk.keyboard.press('Control+Home');
    await desk.keyboard.press('Tab');
    await replaceWord(desk, 'pneumnia', 'pneumonia');
    const wanted = ['The pneumonia is on the left side.', 'Size 12 mm and a nodle here.'];
    await expect.poll(() => lines(desk)).toEqual(wanted);
    await expect(report(desk).locator('[data-field="f1"]')).toHaveText('12');
    await undoAll(desk, ['The pneumnia is on the left side.', 'Size 12 mm and a nodle here.']);
  });

  test('leaves the selected text as it is', async ({ desk, ready }) => {
    await open(desk, ready, '<p>The pneumnia is on the left side.</p><p>A nodle here.</p>');
    await paragraphs(desk).first().click({ clickCount: 3 });
    await replaceWord(desk, 'nodle', 'nodule');
    await expect.poll(() => lines(desk)).toEqual(['The pneumnia is on the left side.', 'A nodule here.']);
    await undoAll(desk, ['The pneumnia is on the left side.', 'A nodle here.']);
  });

  test('of all a field shows fills the field', async ({ desk, ready }) => {
    await open(desk, ready, `<p>Text.</p><p>Organ: ${field('o', 'Organ', {}, 'livr')} ok</p>`);
    await caretAfter(desk, 'Text.');
    await replaceWord(desk, 'livr', 'liver');
    await expect(report(desk).locator('[data-field="o"]')).toHaveText('liver');
    await expect.poll(() => lines(desk)).toEqual(['Text.', 'Organ: liver ok']);
  });

  test('of a word that is selected replaces that word', async ({ desk, ready }) => {
    await open(desk, ready, '<p>A nodle here.</p>');
    await paragraphs(desk)
      .first()
      .getByText('nodle')
      .dblclick({ position: { x: 30, y: 10 } });
    await replaceWord(desk, 'nodle', 'nodule');
    await expect.poll(() => lines(desk)).toEqual(['A nodule here.']);
  });
});

test.describe('an input method', () => {
  for (const [name, drafts, text] of [
    ['a dead key', ['´'], 'é'],
    ['pinyin', ['f', 'fe', 'fei'], '肺'],
    ['kana', ['は', 'はい'], '肺'],
  ] as const)
    test(`over a selected field fills it: ${name}`, async ({ desk, ready }) => {
      await open(desk, ready, SIDE);
      await desk.keyboard.press('Control+Home');
      await desk.keyboard.press('Tab');
      const list = desk.getByRole('listbox', { name: 'Side' });
      await expect(list).toBeVisible();
      await desk.keyboard.press('Escape');
      await expect(list).toBeHidden();
      await compose(desk, drafts, text);
      await desk.keyboard.type('xy');
      const inside = report(desk).locator('[data-field="a"]');
      await expect(inside).toHaveText(`${text}xy`);
      await expect(report(desk)).toHaveText(`Side: ${text}xy ok`);
      await expect(inside).toHaveAttribute('data-field-options', '["links","rechts"]');
      await undoAll(desk, ['Side: links ok']);
    });

  test('over formatted text and links keeps what stands around it', async ({ desk, ready }) => {
    await open(
      desk,
      ready,
      '<p>Lungs <strong>very</strong> clear, <a href="https://example.org/">source</a> known.</p>',
    );
    for (const word of ['very', 'source']) {
      await report(desk).getByText(word, { exact: true }).dblclick();
      await compose(desk, ['´'], 'é');
    }
    await expect(report(desk)).toHaveText('Lungs é clear, é known.');
    await undoAll(desk, ['Lungs very clear, source known.']);
  });
});

test('other line ends of a paste stay line ends', async ({ desk, ready }) => {
  await open(desk, ready, '<p></p>');
  await report(desk).click();
  await report(desk).evaluate((root) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      'Lungs clear.\u000bHeart normal. 3\u000b4 mm\u000cEnd\u2028one\u2029two\u0085three',
    );
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  // biome-ignore lint/performance/useDomNodeTextContent: where lines part is what is asked.
  const text = async () => (await report(desk).innerText()).split(/\n+/);
  await expect.poll(text).toEqual(['Lungs clear.', 'Heart normal. 3', '4 mm', 'End', 'one', 'two', 'three']);
});
