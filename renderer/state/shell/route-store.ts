/**
 * Hash routes: `#/patients/{id}/edit?tab=files`. Ids only; no name, title or search word ever stands in an
 * address. The store follows the address bar; `navigate` is the only way to change it.
 */
import { create } from 'zustand';

export interface Route {
  /** Decoded path segments, e.g. `['patients', '0197…', 'edit']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [pathText = '', queryText = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: pathText.split('/').filter(Boolean).map(decodeSegment),
    query: Object.fromEntries(new URLSearchParams(queryText)),
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function routeAddress(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const queryText = new URLSearchParams(query).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${queryText ? `?${queryText}` : ''}`;
}

export const useRoute = create<Route>()(() => parseRoute(location.hash));

/** False keeps the route; whoever says so tells the person why, and goes on later by itself. */
type LeaveGuard = (next: Route) => boolean;

const guards = new Set<LeaveGuard>();

/** Asked before every change of the route, whatever causes it, until one keeps it; the answer ends it. */
export function guardLeaving(asked: LeaveGuard): () => void {
  guards.add(asked);
  return () => {
    guards.delete(asked);
  };
}

addEventListener('hashchange', () => {
  const next = parseRoute(location.hash);
  const { path, query } = useRoute.getState();
  const isElsewhere = next.path.join('/') !== path.join('/');
  if (!isElsewhere || [...guards].every((asked) => asked(next))) useRoute.setState(next);
  else history.replaceState(null, '', routeAddress(path, query));
});

interface NavigateOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** Replaces the entry instead of adding one: for redirects and view changes within a screen. */
  readonly replace?: boolean;
}

export function navigate(
  path: readonly string[],
  { query = {}, replace = false }: NavigateOptions = {},
): void {
  const address = routeAddress(path, query);
  if (replace) {
    history.replaceState(null, '', address);
    useRoute.setState(parseRoute(address));
  } else {
    location.hash = address;
  }
}
