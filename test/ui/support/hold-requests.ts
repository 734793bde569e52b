import type { Page } from '@playwright/test';

/** What the page asks of `url` from now on waits until it is released. */
export async function holdRequests(page: Page, url: string) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}
