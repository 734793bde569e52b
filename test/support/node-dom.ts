/**
 * A DOM for the tests of what runs in the renderer: Lexical's own export and import, the reading of foreign
 * HTML by the DOM's parser. One window serves a process for its whole life.
 */
import { JSDOM } from 'jsdom';

/** What Lexical and the report code read from the global scope while they work on a DOM. */
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

/**
 * Runs a synchronous function with the DOM's names on the global scope and takes them off again.
 * Where a DOM is there already (a call within a call), it is used as it is.
 */
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
