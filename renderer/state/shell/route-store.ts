/**
 * Hash routes such as `#/patients/{id}/edit?tab=files`. Ids only: names, titles and search words never appear
 * in an address. The store follows the address bar; `navigate` is the only way to change it.
 */
import { create } from 'zustand';

export interface Route {
  /** Decoded path segments, as in `['patients', '0197…', 'edit']`. */
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

/** Returns false to keep the route. The guard then asks the person and navigates later itself. */
type LeaveGuard = (next: Route) => boolean;

const guards = new Set<LeaveGuard>();

/** Registers a guard called before every route change until one refuses. The returned function removes it. */
export function guardLeaving(asked: LeaveGuard): () => void {
  guards.add(asked);
  return () => {
    guards.delete(asked);
  };
}

/** Index of the shown address in this window's history; each entry stores its own. */
let place = placeOf(history.state) ?? 0;
history.replaceState({ place }, '');
/** Callback to run once a refused address has been left. */
let afterRefusal: (() => void) | undefined;
let isGoingBack = false;
/** Path asked for, until the browser reports the new address. */
let asked: readonly string[] | undefined;

/** Path of the address, also before the browser reports it: keys typed meanwhile belong to it. */
export function pathAhead(): readonly string[] {
  return asked ?? useRoute.getState().path;
}

function placeOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  return typeof state.place === 'number' ? state.place : undefined;
}

addEventListener('hashchange', () => {
  asked = undefined;
  const next = parseRoute(location.hash);
  const { path } = useRoute.getState();
  const nextPlace = placeOf(history.state);
  if (isGoingBack) {
    isGoingBack = false;
    const go = afterRefusal;
    afterRefusal = undefined;
    go?.();
    return;
  }
  const isElsewhere = next.path.join('/') !== path.join('/');
  if (!isElsewhere || [...guards].every((guard) => guard(next))) {
    place = nextPlace ?? place + 1;
    if (nextPlace === undefined) history.replaceState({ place }, '');
    useRoute.setState(next);
    return;
  }
  const steps = nextPlace === undefined ? -1 : place - nextPlace;
  if (steps === 0) {
    history.replaceState({ place }, '', routeAddress(path, useRoute.getState().query));
    return;
  }
  // Go back instead of replacing the refused entry, so that Back leads to the entry before this one.
  isGoingBack = true;
  history.go(steps);
});

interface NavigateOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** True to replace the history entry: for redirects and view changes within a screen. */
  readonly replace?: boolean;
}

export function navigate(
  path: readonly string[],
  { query = {}, replace = false }: NavigateOptions = {},
): void {
  if (isGoingBack) {
    afterRefusal = () => navigate(path, { query, replace });
    return;
  }
  const address = routeAddress(path, query);
  if (replace) {
    history.replaceState({ place }, '', address);
    useRoute.setState(parseRoute(address));
  } else {
    if (address !== location.hash) asked = path;
    location.hash = address;
  }
}
