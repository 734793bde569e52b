/**
 * Simulates programs that write into the report: Dragon's extension by messages, input methods by the browser's
 * protocol.
 */
import type { Page } from '@playwright/test';

/** Waits two frames, less than a person's pause between keys. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Replaces characters of the selected text node as Dragon does. Ends once the page has received it, so later keys
 * come after.
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

/** Composes no faster than the page draws. */
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

/** Composes drafts, then cancels. */
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
