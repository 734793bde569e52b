import type { Page } from '@playwright/test';

/** Holds the page's requests to `url` until they are released. */
export async function holdRequests(page: Page, url: string) {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}
