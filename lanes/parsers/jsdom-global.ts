/**
 * Provides jsdom's HTML parser on the global scope, for parsers that run in the interface. Its own time is told apart:
 * it needs time for each open element per tag, where a browser nests 512 deep at most.
 */
import { JSDOM } from 'jsdom';

const NAMES = ['Node', 'Element', 'HTMLElement', 'Text', 'document'] as const;

let shared: JSDOM | undefined;
let parsingMs = 0;

export function withDom<Result>(work: () => Result): Result {
  shared ??= new JSDOM('');
  const { DOMParser } = shared.window;
  class TimedParser extends DOMParser {
    override parseFromString(...given: Parameters<DOMParser['parseFromString']>): Document {
      const { user } = process.cpuUsage();
      try {
        return super.parseFromString(...given);
      } finally {
        parsingMs += (process.cpuUsage().user - user) / 1000;
      }
    }
  }
  const provided = { DOMParser: TimedParser };
  for (const name of NAMES) Object.assign(provided, { [name]: Reflect.get(shared.window, name) });
  for (const [name, value] of Object.entries(provided))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return work();
  } finally {
    for (const name of Object.keys(provided)) Reflect.deleteProperty(globalThis, name);
  }
}

/** Takes the CPU time the DOM's own parser used since the last call. */
export function takeParsingMs(): number {
  const taken = parsingMs;
  parsingMs = 0;
  return taken;
}
