/** The browser's parser of HTML for the parsers that run in the interface: jsdom's, on the global scope while they work. */
import { JSDOM } from 'jsdom';

const NAMES = ['DOMParser', 'Node', 'Element', 'HTMLElement', 'Text', 'document'] as const;

let shared: JSDOM | undefined;

export function withDom<Result>(work: () => Result): Result {
  shared ??= new JSDOM('');
  for (const name of NAMES) {
    const value: unknown = Reflect.get(shared.window, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return work();
  } finally {
    for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
  }
}
