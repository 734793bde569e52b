/**
 * Watches a page for what must never happen, in every spec: a request to anywhere but the vault, something the
 * content policy had to stop, an exception nobody caught, a screen that failed while it was drawn.
 */
import { expect, type Page } from '@playwright/test';

export interface PageWatch {
  /** Fails the running test when something was seen. */
  readonly check: () => void;
}

/** What stays inside the browser: data of the page itself, and the browser's own PDF reader. */
const INSIDE = new Set(['blob:', 'data:', 'chrome:', 'chrome-extension:']);

/** `refusal`: what is meant to be stopped or to fail in this spec. */
export function watchPage(page: Page, origin: string, refusal?: RegExp): PageWatch {
  const foreign = new Set<string>();
  const refused = new Set<string>();
  const thrown: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !INSIDE.has(url.protocol)) foreign.add(url.href);
  });
  page.on('console', (message) => {
    const text = message.text();
    if (refusal?.test(text)) return;
    if (/content security policy|requires 'Trusted/i.test(text)) refused.add(text);
    else if (message.type() === 'error' && !text.startsWith('Failed to load resource')) {
      // React writes down what a boundary has caught.
      thrown.push(text);
    }
  });
  page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
  return {
    check: () => {
      expect([...foreign], 'requests that would leave the machine').toEqual([]);
      expect([...refused], 'violations of the content policy').toEqual([]);
      expect(thrown, 'uncaught exceptions').toEqual([]);
    },
  };
}
