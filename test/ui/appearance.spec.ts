/**
 * Tests appearance and accessibility: every screen in every theme passes axe, works at 200 % zoom and in a narrow
 * window, with forced colours, reduced motion, and in German.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { type Screen, screensOf } from './support/screens.ts';
import { daysFromNow, followUp, trackedRecord } from './support/tracked-exam.ts';

let screens: readonly Screen[] = [];

shareVault(async ({ admin, group }) => {
  const samples: SampleIds = await sealSamples(admin, group);
  screens = screensOf(samples);
  await admin.drive(group).upload(new Blob(['one line']), { name: 'Notizen' });
  const done = {
    ...{ exam_id: null, reason: 'done elsewhere', done_by: 'Dr A. Roe' },
    done_at: `${daysFromNow(-3)}T10:00:00.000Z`,
  };
  await admin.exams.create({
    security_group_id: group,
    patient_id: samples.patients.get('Abernale, Josip') ?? null,
    record: trackedRecord([
      followUp('Fine needle aspiration, nodule of the left lobe', daysFromNow(12)),
      { ...followUp('Bone density measurement', daysFromNow(-30)), done },
    ]),
  });
  // Enough for the lists to scroll.
  const patient_id = samples.patients.get('Kastellan, Mirela') ?? null;
  const more = (number: number) =>
    admin.exams.create({
      security_group_id: group,
      patient_id,
      record: { title: `US abdomen ${number}`, modality: 'US', exam_date: '2024-05-12' },
    });
  await Promise.all(Array.from({ length: 40 }, (_, at) => more(at + 1)));
  const binned = await admin.patients.create({ security_group_id: group, record: { display_name: 'Bin' } });
  await admin.patients.delete(binned.index.document_id);
});

/** A name, equal in every language. */
const PRODUCT = 'Sealed Records Vault';

const byCommand = (command: string) => async (page: Page) => {
  await page.keyboard.press('Control+K');
  await page.keyboard.type(command);
  await expect(page.getByRole('option').first()).toContainText(command);
  await page.keyboard.press('Enter');
};
const byKey = (key: string) => (page: Page) => page.keyboard.press(key);

const DIALOGS: readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[] = [
  { name: 'Commands', open: byKey('Control+K') },
  { name: 'Handbook', open: byKey('F1') },
  { name: 'Keyboard', open: byCommand('Keyboard shortcuts') },
  { name: 'New exam', open: byKey('Control+N') },
  { name: 'Import', open: byCommand('Import FHIR') },
];

interface Appearance {
  readonly theme?: 'light' | 'dark' | 'dim';
  readonly language?: 'en' | 'de';
  readonly zoom?: number;
  readonly density?: 'compact' | 'roomy';
}

/** Stores the appearance as the settings screen does, before the page starts. */
async function prefer(page: Page, appearance: Appearance): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('appearance', text), JSON.stringify(appearance));
}

/** Finds elements whose text is cut without ellipsis or scrolling. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clipped: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, h1, h2, a, label, th, [role=tab]',
    )) {
      if (element.offsetParent === null || element.closest('.vh, .skip')) continue;
      const style = getComputedStyle(element);
      if (style.overflowX !== 'visible' && style.textOverflow === 'ellipsis') continue;
      const hidden = element.scrollWidth - element.clientWidth;
      if (style.overflowX === 'hidden' && hidden > 1) clipped.push(element.textContent?.trim() ?? '');
    }
    return clipped;
  });
}

test('no screen has a serious axe finding in any theme', async ({ page }) => {
  test.slow();
  await prefer(page, { theme: 'light' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  await expectAccessible(page, 'unlock');
  await unlock(page);
  for (const { name, route, shown } of screens) {
    await goTo(page, route);
    await expect(shown(page).first()).toBeVisible();
    await expectAccessible(page, name);
  }
  for (const { name, open } of DIALOGS) {
    await goTo(page, 'worklist');
    await expect(page.getByRole('grid')).toBeVisible();
    await open(page);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
});

test('the first run has no serious axe finding', async ({ browser }) => {
  const { startUiVault } = await import('./support/ui-vault.ts');
  const vault = await startUiVault();
  const context = await browser.newContext({
    baseURL: vault.url,
    ignoreHTTPSErrors: true,
    clientCertificates: [vault.clientCertificate],
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Create vault' }).click();
  await expect(page.getByText('Enter a name for the vault')).toBeVisible();
  await expectAccessible(page, 'first run');
  await context.close();
  await vault.close();
});

for (const [words, zoom, size] of [
  ['at 200 % zoom', 200, { width: 1280, height: 800 }],
  ['in a narrow window', 100, { width: 720, height: 640 }],
] as const) {
  test(`nothing is lost ${words}: no screen scrolls sideways or cuts its words`, async ({ page }) => {
    await page.setViewportSize(size);
    await prefer(page, { zoom });
    await unlock(page);
    for (const { name, route, shown } of screens) {
      await goTo(page, route);
      await expect(shown(page).first()).toBeVisible();
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      expect(await clippedTexts(page), `${name} cuts words`).toEqual([]);
      if (name === 'report')
        await expect(page.getByRole('tablist', { name: 'Beside the report' })).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  });
}

test('theme, zoom and density are chosen in the settings and kept for the next start', async ({ page }) => {
  await unlock(page);
  await goTo(page, 'settings/appearance');
  await page.getByRole('radio', { name: 'Dim reading room' }).check();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await page.getByRole('combobox', { name: 'Interface zoom' }).selectOption({ label: '125 %' });
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dim');
  await expect(root).toHaveAttribute('data-density', 'compact');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dim');
  expect(await root.evaluate((html) => getComputedStyle(html).getPropertyValue('--zoom').trim())).toBe(
    '1.25',
  );
});

test('the system decides between light and dark until somebody chooses', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('with forced colours every screen opens and the focus is still seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await unlock(page);
  for (const { route, shown } of screens) {
    await goTo(page, route);
    await expect(shown(page).first()).toBeVisible();
  }
  await goTo(page, 'worklist');
  await page.getByRole('link', { name: 'Patients' }).focus();
  await page.keyboard.press('Tab');
  const width = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return style.outlineStyle === 'none' ? '0px' : style.outlineWidth;
  });
  expect(width).toBe('3px');
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await unlock(page);
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => {
        const timing = animation.effect?.getComputedTiming();
        return Number(timing?.activeDuration ?? 0) > 1;
      })
      .map((animation) =>
        animation.effect instanceof KeyframeEffect ? animation.effect.target?.className : '',
      ),
  );
  expect(moving).toEqual([]);
});

test('German is complete: no English words, no missing texts, dates and numbers by locale', async ({
  page,
}) => {
  await prefer(page, { language: 'de' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Entsperren', exact: true })).toBeVisible();
  await page.locator('input[type=password]').fill('copper heron seventh landing');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  const english =
    /\b(Worklist|Patients|Templates|Trash|Settings|Search|Sealed|Draft|Exams?|Birth date|Version history|Lock|Unlock|Restore|Purge|Save|Cancel|Close|Upload)\b/;
  for (const { name, route, shown } of screens) {
    await goTo(page, route);
    await expect(shown(page).first()).toBeVisible();
    const words = await page.evaluate(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts, line by line
      const own = document.body.innerText.split('\n');
      const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(
        (element) => [
          element.getAttribute('aria-label') ?? '',
          element.getAttribute('placeholder') ?? '',
          element.getAttribute('title') ?? '',
        ],
      );
      return [...own, ...named];
    });
    expect(
      words.filter((text) => text !== PRODUCT && english.test(text)),
      name,
    ).toEqual([]);
    expect(
      words.filter((text) => /\{\{|^[a-z]+\.[a-zA-Z.]+$/.test(text)),
      `${name}: keys`,
    ).toEqual([]);
  }
  await goTo(page, 'patients');
  await expect(page.getByRole('grid')).toContainText('14. März 1961');
});
