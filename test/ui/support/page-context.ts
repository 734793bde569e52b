/**
 * Browser context that lends pages to tests one after the other. A quiet page of the same address keeps the process
 * and its compiled code, the main cost of opening a page. `forget` resets pages, storage, cookies, routes,
 * permissions and network.
 */
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

export interface PageContext {
  readonly newPage: () => Promise<Page>;
  readonly forget: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PERMISSIONS = ['clipboard-read', 'clipboard-write'];
/** Small response without a script, for any certificate. */
const QUIET_PATH = '/v1/vault';

/** @param origin of the opened pages. */
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
