/**
 * Playwright fixtures: a vault, a page with its certificate, and unlocking. `shareVault` starts one vault for all
 * tests of a file; otherwise each gets a copy, or an empty folder with `test.use({ empty: true })`.
 * Every page is watched (`page-watch.ts`): a spec fails if its page contacts another origin.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { beLate } from './late-page.ts';
import { openPageContext, type PageContext } from './page-context.ts';
import { watchPage } from './page-watch.ts';
import {
  type InitializedVault,
  PASSPHRASE,
  startReadyVault,
  startUiVault,
  type UiVault,
} from './ui-vault.ts';

/** Random delay in milliseconds, to find races: `SRVAULT_LATE_MS=400 npm run ui`. */
const LATE_MS = Number(process.env['SRVAULT_LATE_MS'] ?? 0);

interface Fixtures {
  /** Errors a spec expects, for example blocked code in an imported file. */
  readonly refusal: RegExp | undefined;
  /** True for a vault not yet created. */
  readonly empty: boolean;
  /** True for a separate context, for changes that cannot be undone, such as a clock. */
  readonly apart: boolean;
  readonly started: Started;
  /** Running vault server. */
  readonly vault: UiVault;
  /** Founder's session data; not for an empty vault. */
  readonly ready: InitializedVault;
  /** Page with the desktop's certificate, not yet navigated. */
  readonly page: Page;
  /** Page that is unlocked and on the worklist. */
  readonly desk: Page;
}

interface Started {
  readonly vault: UiVault;
  readonly ready?: InitializedVault;
}

interface Shared extends Started {
  /** Contexts by their options. */
  readonly contexts: Map<string, PageContext>;
}

let shared: Shared | undefined;

export const test = base.extend<Fixtures>({
  refusal: [undefined, { option: true }],
  empty: [false, { option: true }],
  apart: [false, { option: true }],
  started: async ({ empty }, use) => {
    const started: Started = shared ?? (empty ? { vault: await startUiVault() } : await startReadyVault());
    await use(started);
    if (started !== shared) await started.vault.close();
  },
  vault: ({ started }, use) => use(started.vault),
  ready: async ({ started }, use) => {
    if (!started.ready) throw new Error('An empty vault has no founder yet.');
    await use(started.ready);
  },
  page: async ({ browser, vault, refusal, apart, contextOptions, viewport, locale, timezoneId }, use) => {
    const options = {
      ...contextOptions,
      viewport,
      ...(locale ? { locale } : {}),
      ...(timezoneId ? { timezoneId } : {}),
      ignoreHTTPSErrors: true,
      clientCertificates: [vault.clientCertificate],
    };
    const kept = apart ? undefined : shared?.contexts;
    const name = JSON.stringify(options);
    const context = kept?.get(name) ?? (await openPageContext(browser, vault.url, options));
    kept?.set(name, context);
    const page = await context.newPage();
    if (LATE_MS > 0)
      await page.addInitScript(beLate, { timers: LATE_MS, turns: LATE_MS, answers: LATE_MS, byChance: true });
    const watch = watchPage(page, vault.url, refusal);
    await use(page);
    if (!kept) await context.close();
    else if (!(await isForgotten(context))) kept.delete(name);
    watch.check();
  },
  desk: async ({ ready, page }, use) => {
    await unlock(page, ready.passphrase);
    await use(page);
  },
});

/** Chromium once answered none of the calls that empty a context; the next test then gets a new one. */
const FORGET_MS = 30_000;

async function isForgotten(context: PageContext): Promise<boolean> {
  const isInTime = await Promise.race([context.forget().then(() => true), delay(FORGET_MS, false)]);
  if (!isInTime) context.close().catch(() => undefined);
  return isInTime;
}

/** Shares one initialised vault among all tests of the file; `prepare` fills it. */
export function shareVault(prepare?: (ready: InitializedVault, vault: UiVault) => Promise<void>): void {
  test.beforeAll(async () => {
    const { vault, ready } = await startReadyVault();
    shared = { vault, ready, contexts: new Map() };
    await prepare?.(ready, vault);
  });
  test.afterAll(async () => {
    const ended = shared;
    shared = undefined;
    for (const context of ended?.contexts.values() ?? []) await context.close();
    await ended?.vault.close();
  });
}

/** Opens the interface and unlocks it by passphrase. */
export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  // Long, because Argon2id takes seconds on a busy machine.
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

/** Opens a route of the unlocked vault, as in `exams/{id}`. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${route}`);
}

export { expect };
