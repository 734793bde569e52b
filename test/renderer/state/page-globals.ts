/**
 * What a page has and Node lacks, from jsdom; what both have (fetch, crypto, AbortController) stays Node's,
 * so that requests go over real sockets. Import this before any store.
 */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('', { url: 'https://vault.test/' });
const borrowed = {
  window: globalThis,
  document: window.document,
  location: window.location,
  history: window.history,
  localStorage: window.localStorage,
  // A look of the system's own that never changes.
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
};
for (const [name, value] of Object.entries(borrowed)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A key pressed on the page. */
export function pressKey(key: string): void {
  window.dispatchEvent(new window.KeyboardEvent('keydown', { key }));
}

/** The address bar of the page. */
export function setHash(hash: string): void {
  window.location.hash = hash;
  window.dispatchEvent(new window.Event('hashchange'));
}
