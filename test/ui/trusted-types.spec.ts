/** Tests that text becomes HTML or code only through our own policies (Trusted Types). */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';
import { openExam, report, sealExam } from './support/report-page.ts';

// Expected console messages of refused attempts.
test.use({ refusal: /Trusted ?(?:Types?|HTML|Script)|content security policy/i });

shareVault();

/** Tries every way from text to HTML or code; returns each outcome. */
function tryEach(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const text: string = '<img src="x">';
    const box = document.body.appendChild(document.createElement('div'));
    const inner = () => box.appendChild(document.createElement('span'));
    const script = document.createElement('script');
    const ways: Record<string, () => unknown> = {
      innerHTML: () => {
        inner().innerHTML = text;
      },
      outerHTML: () => {
        inner().outerHTML = text;
      },
      insertAdjacentHTML: () => inner().insertAdjacentHTML('beforeend', text),
      createContextualFragment: () => document.createRange().createContextualFragment(text),
      parseFromString: () => new DOMParser().parseFromString(text, 'text/html'),
      'document.write': () => document.write(text),
      srcdoc: () => {
        document.createElement('iframe').srcdoc = text;
      },
      'text of a script': () => {
        script.text = 'void 0';
      },
      'address of a script': () => {
        script.src = 'blob:null/x';
      },
      'address of a worker': () => new Worker('/x.js'),
      'a policy of another name': () => Reflect.get(globalThis, 'trustedTypes').createPolicy('other', {}),
    };
    const ends = Object.entries(ways).map(([name, way]) => {
      try {
        way();
        return [name, 'taken'];
      } catch (thrown) {
        return [name, thrown instanceof Error ? thrown.name : 'thrown'];
      }
    });
    box.remove();
    return Object.fromEntries(ends);
  });
}

async function expectAllRefused(page: Page): Promise<void> {
  const ends = await tryEach(page);
  expect(Object.keys(ends)).toHaveLength(11);
  for (const [name, end] of Object.entries(ends)) expect(end, name).toBe('TypeError');
}

test('the interface takes text as HTML from its own policy alone, and shows a report', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Lungs clear.');
  await expectAllRefused(desk);
});

test('the page of the API does not take any', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expectAllRefused(page);
});

test('the page of a hand-over takes it where it parses what it opened', async ({ ready, browser }) => {
  const id = await sealExam(ready.admin, ready.group);
  const pieces: Uint8Array[] = [];
  const passphrase = 'harbour slate ninth lantern';
  for await (const piece of await ready.admin.exchange.handOver(id, { passphrase, files: [] }))
    pieces.push(piece);
  const file = join(mkdtempSync(join(tmpdir(), 'srvault-handover-')), 'handover.html');
  writeFileSync(file, Buffer.concat(pieces));
  const context = await browser.newContext({ offline: true, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.getByLabel(/^Passphrase/).fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(page.locator('#report')).toContainText('Lungs clear.');
  await expectAllRefused(page);
  await context.close();
});
