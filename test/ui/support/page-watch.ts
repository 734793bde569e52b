/**
 * Watches a page for what must never happen, in every spec: a request to anywhere but the vault, something the
 * content policy had to stop, an exception nobody caught.
 */
import { expect, type Page } from '@playwright/test';

export interface PageWatch {
  /** Fails the running test when something was seen. */
  readonly check: () => void;
}

export function watchPage(page: Page, origin: string): PageWatch {
  const foreign: string[] = [];
  const refused: string[] = [];
  const thrown: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const local = url.origin === origin || url.protocol === 'blob:';
    if (!local) foreign.push(url.href);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
  return {
    check: () => {
      expect(foreign, 'requests that would leave the machine').toEqual([]);
      expect(refused, 'violations of the content policy').toEqual([]);
      expect(thrown, 'uncaught exceptions').toEqual([]);
    },
  };
}
