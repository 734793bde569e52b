/** Provides jsdom's HTML parser on the global scope, for parsers that run in the interface. */
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
