/** Programs that write into the report, as they do it: Dragon's extension by messages, input methods by the browser's protocol. */
import type { Page } from '@playwright/test';

/** A person's keys are further apart than two frames. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * What Dragon's extension asks for: text in the place of some characters of the text node the selection is in. Ends once the
 * page has heard it: keys that follow come after.
 */
export async function dictate(page: Page, start: number, length: number, text: string): Promise<void> {
  await page.evaluate(
    (args) =>
      new Promise<void>((done) => {
        const heard = ({ data }: MessageEvent) => {
          if (data !== 'heard') return;
          window.removeEventListener('message', heard);
          done();
        };
        window.addEventListener('message', heard);
        const payload = { functionId: 'makeChanges', args };
        window.postMessage(JSON.stringify({ protocol: 'nuanria_messaging', type: 'request', payload }), '*');
        window.postMessage('heard', '*');
      }),
    [start, length, text, start + text.length, 0],
  );
}

/** No faster than the page draws. */
export async function compose(page: Page, drafts: readonly string[], text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const draft of drafts) {
    await nextFrame(page);
    const at = draft.length;
    await session.send('Input.imeSetComposition', { text: draft, selectionStart: at, selectionEnd: at });
  }
  await nextFrame(page);
  await session.send('Input.insertText', { text });
  await session.detach();
}

/** Drafts, and nothing in the end. */
export async function cancelComposition(page: Page, drafts: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const text of [...drafts, '']) {
    await nextFrame(page);
    const at = text.length;
    await session.send('Input.imeSetComposition', { text, selectionStart: at, selectionEnd: at });
    await nextFrame(page);
  }
  await session.detach();
}
