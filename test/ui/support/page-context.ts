/**
 * A context of the browser that lends pages, one test after the other. What opening a page costs most is its process
 * and the code compiled anew in there: a context that keeps a quiet page of the same address keeps both. Nothing else
 * outlives a test: `forget` closes its pages and puts back storage, cookies, routes, permissions and network.
 */
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

export interface PageContext {
  readonly newPage: () => Promise<Page>;
  readonly forget: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PERMISSIONS = ['clipboard-read', 'clipboard-write'];
/** Answered to whoever has a certificate, in a few bytes and without a script. */
const QUIET_PATH = '/v1/vault';

/** @param origin of the pages that are opened. */
export async function openPageContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<PageContext> {
  const context = await browser.newContext({ ...options, baseURL: origin, permissions: PERMISSIONS });
  let quiet: { readonly page: Page; readonly session: CDPSession } | undefined;

  async function openQuiet() {
    const page = await context.newPage();
    await page.goto(QUIET_PATH);
    return { page, session: await context.newCDPSession(page) };
  }

  return {
    newPage: () => context.newPage(),
    async forget() {
      await context.unrouteAll();
      await context.setOffline(false);
      quiet ??= await openQuiet();
      for (const page of context.pages()) if (page !== quiet.page) await page.close();
      await context.clearCookies();
      await context.clearPermissions();
      await context.grantPermissions(PERMISSIONS);
      await quiet.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
    close: () => context.close(),
  };
}
