/**
 * Loads components after the first screen. Each is prefetched once the page is idle, so that opening one does
 * not wait. A server stopped meanwhile does not make screens unavailable.
 */
import { type ComponentType, lazy, useState } from 'react';

/**
 * Error when a file of the program failed to load. Browsers cache that failure, so only a reload tries again.
 */
export class ChunkLoadError extends Error {
  override readonly name = 'PartMissingError';
}

/** Longest wait for an idle page. */
const WITHIN = { timeout: 5000 };

/** Loads that wait for the first screen; undefined once it is shown. */
let waiting: (() => void)[] | undefined = [];

/** Starts prefetching; called when the first screen is shown. */
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
    // Render a loaded component at once, because React shows a fallback for at least 300 ms.
    const [Shown] = useState(() => arrived ?? Pending);
    return <Shown {...props} />;
  };
}
