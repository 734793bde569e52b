/**
 * Watches a page in every spec for forbidden events: a request elsewhere, a content policy violation, an uncaught
 * exception, a failed screen.
 */
import { expect, type Page } from '@playwright/test';

export interface PageWatch {
  /** Fails the running test if something was seen. */
  readonly check: () => void;
}

/** Protocols inside the browser: page data and its PDF viewer. */
const INSIDE = new Set(['blob:', 'data:', 'chrome:', 'chrome-extension:']);

/** `refusal` matches errors this spec expects. */
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
      // React logs what an error boundary caught.
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
