/** Tests views of the editor at 200 % zoom of a 1280 by 800 screen. */
import type { Locator, Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealBeside,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

test.use({ viewport: { width: 640, height: 400 } });

/** Names pairs of controls that share a place, and controls cut by the window. */
async function collisions(bar: Locator): Promise<string[]> {
  return bar.evaluate((root) => {
    const found: string[] = [];
    const parts = [...root.querySelectorAll('button, select, [role="status"], [role="radiogroup"], .mid')]
      .filter((part) => part.getClientRects().length > 0 && part.textContent !== '')
      .map((part) => ({ name: part.textContent ?? '', part, box: part.getBoundingClientRect() }));
    for (const { name, box } of parts)
      if (box.left < 0 || box.right > innerWidth) found.push(`${name} leaves the window`);
    for (const [at, a] of parts.entries())
      for (const b of parts.slice(at + 1)) {
        if (a.part.contains(b.part) || b.part.contains(a.part)) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 0.5 && down > 0.5) found.push(`${a.name} over ${b.name}`);
      }
    return found;
  });
}

test('the controls of history, draft history and print stand apart', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Small effusion.'));
  await openExam(desk, id);
  await atVersion(desk, 2);
  await caretAfter(desk, 'Small effusion.');
  await desk.keyboard.type(' More.');
  await draftSaved(desk);
  await desk.keyboard.press('Control+Shift+H');
  const bar = desk.getByRole('toolbar', { name: 'History' });
  await expect(bar.getByRole('status')).toContainText('change');
  await shoot(desk, 'zoom-history');
  expect(await collisions(bar)).toEqual([]);
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('F4');
  const journal = desk.getByRole('toolbar', { name: 'Draft history' });
  await expect(journal).toBeVisible();
  await shoot(desk, 'zoom-journal');
  expect(await collisions(journal)).toEqual([]);
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+P');
  const print = desk.locator('.toolbar').filter({ visible: true });
  await expect(print).toBeVisible();
  await shoot(desk, 'zoom-print');
  expect(await collisions(print)).toEqual([]);
});

const SOFT = ' ___'.repeat(2);
const LONG = [
  section('59776-5', 'Findings', `<p>Left kidney 12 mm.${SOFT}</p><p>Right ureter.</p>`),
  section('19005-8', 'Impression', '<p></p>'),
].join('');

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });

test('the sign gate under a banner shows its findings and keeps its act at hand', async ({ ready, desk }) => {
  const html = LONG;
  const id = await sealExam(ready.admin, ready.group, { html, title: 'MR knee right' });
  await openExam(desk, id);
  await caretAfter(desk, 'Right ureter.');
  await desk.keyboard.type(' Left knee.');
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  await openExam(desk, id);
  await expect(desk.getByRole('region', { name: /draft/i })).toBeVisible();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Shift+Enter');
  const options = gate(desk).getByRole('option');
  await expect(options.first()).toBeFocused();
  await shoot(desk, 'zoom-gate');
  const sign = gate(desk).getByRole('button', { name: 'Sign as final' });
  await expect(sign).toBeInViewport({ ratio: 1 });
  await expect(options.first()).toBeInViewport({ ratio: 1 });
  expect(await options.count()).toBeGreaterThan(1);
  // Every finding is read by keys alone, above the act.
  const blocking = gate(desk).getByRole('listbox', { name: 'Blocks signing' }).getByRole('option');
  for (let at = 0; at < (await blocking.count()); at += 1) {
    await expect(blocking.nth(at)).toBeFocused();
    await expect(blocking.nth(at)).toBeInViewport({ ratio: 1 });
    const top = (await sign.boundingBox())?.y ?? 0;
    const box = await blocking.nth(at).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top);
    await desk.keyboard.press('ArrowDown');
  }
  // By mouse: the wheel reaches the last line, the act stays.
  await gate(desk).hover();
  await desk.mouse.wheel(0, 4000);
  await expect(gate(desk).locator('.passed li').last()).toBeInViewport({ ratio: 1 });
  await sign.hover();
  await expect(desk.getByRole('region', { name: 'Patient' })).toBeInViewport();
});

test('the report can be read beside the open gate, and its questions beside the report', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, html: LONG, title: 'MR knee right' });
  await openExam(desk, id);
  await caretAfter(desk, 'Right ureter.');
  await desk.keyboard.type(' Left knee.');
  await draftSaved(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  const options = gate(desk).getByRole('option');
  await expect(options.first()).toBeFocused();
  await shoot(desk, 'zoom-gate-beside');
  /** The words that are drawn where the line stands, not something over them. */
  const isUncovered = (line: Locator) =>
    line.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const at = (x: number) => document.elementFromPoint(x, (top + bottom) / 2);
      return [left + 2, (left + right) / 2, right - 2].every((x) => element.contains(at(x)));
    });
  for (const words of ['Left kidney 12 mm.', 'Right ureter.']) {
    const line = report(desk).getByText(words);
    await line.scrollIntoViewIfNeeded();
    await expect(line).toBeInViewport();
    expect(await isUncovered(line), words).toBe(true);
  }
  for (let at = 0; at < (await options.count()); at += 1) {
    await options.nth(at).scrollIntoViewIfNeeded();
    await expect(options.nth(at)).toBeInViewport({ ratio: 0.9 });
  }
});

test('where the texts of a comparison stand below one another, each says whose it is', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, title: 'CT compared' });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' No effusion.');
  await draftSaved(desk);
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Small effusion.'));
  await desk.getByRole('button', { name: 'Compare' }).first().click();
  const texts = desk.getByRole('region', { name: 'Findings' }).locator('.cells > div');
  await expect(texts).toHaveText([
    /^Version 1.*Lungs clear\.$/,
    /^Theirs, version 2.*Small effusion\.$/,
    /^Yours, draft.*No effusion\.$/,
  ]);
  for (const text of await texts.all()) {
    await text.scrollIntoViewIfNeeded();
    await expect(text.locator('.whose')).toBeInViewport();
  }
  await shoot(desk, 'zoom-compare');
});
