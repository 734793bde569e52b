/**
 * DOM for tests of renderer code: Lexical's export and import, and parsing of foreign HTML. One window per process.
 */
import { JSDOM } from 'jsdom';

/** Globals that Lexical and the report code read. */
const GLOBAL_NAMES = [
  'window',
  'document',
  'DOMParser',
  'MutationObserver',
  'getComputedStyle',
  'Node',
  'Element',
  'HTMLElement',
  'DocumentFragment',
  'Text',
] as const;

let shared: JSDOM | undefined;

/** Runs a synchronous function with the DOM's globals, then removes them. Nested calls reuse the present DOM. */
export function withNodeDom<Result>(work: () => Result): Result {
  if (Reflect.has(globalThis, 'window')) return work();
  shared ??= new JSDOM('');
  const { window } = shared;
  const before = GLOBAL_NAMES.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const name of GLOBAL_NAMES) {
    const value: unknown = Reflect.get(window, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}
