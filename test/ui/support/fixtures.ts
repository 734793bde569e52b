/**
 * Playwright fixtures: a vault, a page that is let in, and the way through the door. A spec file that calls
 * `shareVault` starts one vault for all its tests; without it every test gets a copy of the prepared one, or an
 * empty folder with `test.use({ empty: true })`.
 * Every page is watched (`page-watch.ts`): a spec fails when its page spoke to another origin.
 */
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

/** Every page up to so many milliseconds late, by chance: looks for races in any spec, `SRVAULT_LATE_MS=400 npm run ui`. */
const LATE_MS = Number(process.env['SRVAULT_LATE_MS'] ?? 0);

interface Fixtures {
  /** What is meant to be stopped or to fail in a spec, e.g. code in an imported file. */
  readonly refusal: RegExp | undefined;
  /** The vault is still to be created. */
  readonly empty: boolean;
  /** A context of the page's own also where tests share a vault: for what cannot be put back, a clock. */
  readonly apart: boolean;
  readonly started: Started;
  /** A running vault server. */
  readonly vault: UiVault;
  /** What its founder has; not for an empty one. */
  readonly ready: InitializedVault;
  /** A page with the desktop's certificate, at no address yet. */
  readonly page: Page;
  /** The same, unlocked and on the worklist. */
  readonly desk: Page;
}

interface Started {
  readonly vault: UiVault;
  readonly ready?: InitializedVault;
}

interface Shared extends Started {
  /** By the options they were opened with. */
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
    await (kept ? context.forget() : context.close());
    watch.check();
  },
  desk: async ({ ready, page }, use) => {
    await unlock(page, ready.passphrase);
    await use(page);
  },
});

/** One initialised vault for all tests of the calling file; `prepare` fills it. */
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
  // Opening costs an Argon2id on purpose; beside another browser on two cores that can be many seconds.
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

/** Goes to a route of the open vault, e.g. `exams/{id}`. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${route}`);
}

export { expect };
