/**
 * Provides browser globals missing in Node, from jsdom. Shared ones (fetch, crypto, AbortController) stay Node's, so
 * that requests use real sockets. Import this before any store.
 */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('', { url: 'https://vault.test/' });
const borrowed = {
  window: globalThis,
  document: window.document,
  location: window.location,
  history: window.history,
  localStorage: window.localStorage,
  // System appearance that never changes.
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
};
for (const [name, value] of Object.entries(borrowed)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Presses a key on the page. */
export function pressKey(key: string): void {
  window.dispatchEvent(new window.KeyboardEvent('keydown', { key }));
}

/** Sets the page's address. */
export function setHash(hash: string): void {
  window.location.hash = hash;
  window.dispatchEvent(new window.Event('hashchange'));
}
