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

/** Where the shown address stands among those of this window; each entry of the history knows its own place. */
let place = placeOf(history.state) ?? 0;
history.replaceState({ place }, '');
/** While a refused address is gone back from: what is to be shown after it. */
let afterRefusal: (() => void) | undefined;
let isGoingBack = false;

function placeOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  return typeof state.place === 'number' ? state.place : undefined;
}

addEventListener('hashchange', () => {
  const next = parseRoute(location.hash);
  const { path } = useRoute.getState();
  const asked = placeOf(history.state);
  if (isGoingBack) {
    isGoingBack = false;
    const go = afterRefusal;
    afterRefusal = undefined;
    go?.();
    return;
  }
  const isElsewhere = next.path.join('/') !== path.join('/');
  if (!isElsewhere || [...guards].every((guard) => guard(next))) {
    place = asked ?? place + 1;
    if (asked === undefined) history.replaceState({ place }, '');
    useRoute.setState(next);
    return;
  }
  const steps = asked === undefined ? -1 : place - asked;
  if (steps === 0) {
    history.replaceState({ place }, '', routeAddress(path, useRoute.getState().query));
    return;
  }
  // The entry of the refused address is left, not written over: Back then leads to what stood before this one.
  isGoingBack = true;
  history.go(steps);
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
  if (isGoingBack) {
    afterRefusal = () => navigate(path, { query, replace });
    return;
  }
  const address = routeAddress(path, query);
  if (replace) {
    history.replaceState({ place }, '', address);
    useRoute.setState(parseRoute(address));
  } else {
    location.hash = address;
  }
}
