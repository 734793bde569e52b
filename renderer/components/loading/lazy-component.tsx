/**
 * Parts of the program that come after the first screen. Once that stands, each is fetched as soon as the page has
 * nothing to do, so that opening one waits for nothing, and a server that has gone since takes no screen along.
 */
import { type ComponentType, lazy, useState } from 'react';

/** A file of the program did not arrive. Browsers keep that answer: only a page that begins anew asks again. */
export class ChunkLoadError extends Error {
  override readonly name = 'PartMissingError';
}

/** A page that is never idle fetches them all the same. */
const WITHIN = { timeout: 5000 };

/** Parts that wait for the first screen; undefined once it stands. */
let waiting: (() => void)[] | undefined = [];

/** The first screen stands: what comes after it may be fetched now. */
export function prefetchComponents(): void {
  const fetches = waiting ?? [];
  waiting = undefined;
  for (const fetch of fetches) requestIdleCallback(fetch, WITHIN);
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let arrived: ComponentType<Props> | undefined;
  const fetched = async () => {
    try {
      arrived = await load();
    } catch (cause) {
      throw new ChunkLoadError('Part of the program did not load.', { cause });
    }
    return { default: arrived };
  };
  const Pending = lazy(fetched);
  const fetchAhead = () => void fetched().catch(() => undefined);
  if (waiting) waiting.push(fetchAhead);
  else requestIdleCallback(fetchAhead, WITHIN);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the top of its module
  return function Part(props: Props) {
    // What is there is drawn at once: React shows a fallback for 300 ms even where nothing is waited for.
    const [Shown] = useState(() => arrived ?? Pending);
    return <Shown {...props} />;
  };
}
