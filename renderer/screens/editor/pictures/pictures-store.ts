/**
 * Store of the picture viewer: content of the viewports and the active tool. Cleared at lock; independent of
 * the editing session.
 */

import { create } from 'zustand';
import type { AnnotationKind, Point } from '#records/studies/image-annotations.ts';
import { linkedSliceIndex } from '#renderer/pictures/patient-geometry.ts';
import type { Stack } from '#renderer/pictures/series-stack.ts';
import { FITTED, type ViewportState } from '#renderer/pictures/viewport-transform.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export type PictureTool = 'scroll' | 'window' | 'zoom' | 'pan' | AnnotationKind;
export const VIEWPORT_COUNTS = [1, 2, 4] as const;
export type ViewportCount = (typeof VIEWPORT_COUNTS)[number];

export interface ViewportWindow {
  readonly center: number;
  readonly width: number;
}

export interface ViewportContent {
  readonly stackKey: string | undefined;
  readonly at: number;
  readonly viewing: ViewportState;
  /** Chosen window; undefined uses the one the file names. */
  readonly window: ViewportWindow | undefined;
  readonly inverted: boolean;
  /** Hides the file's overlays in the viewport only; a key image includes them. */
  readonly isBare: boolean;
  /** Unit of the pixel values; undefined until the first frame is loaded. */
  readonly unit: string | null | undefined;
  /** True in a linked viewport without a slice at the active viewport's position. */
  readonly gap: boolean;
}

/** An unfinished annotation; its last point follows the pointer or the arrow keys. */
export interface AnnotationDraft {
  readonly tile: number;
  readonly kind: AnnotationKind;
  readonly points: readonly Point[];
}

interface PicturesState {
  readonly stacks: readonly Stack[];
  readonly count: ViewportCount;
  readonly active: number;
  readonly linked: boolean;
  readonly playing: boolean;
  readonly bright: boolean;
  readonly tool: PictureTool;
  readonly tiles: readonly ViewportContent[];
  readonly draft: AnnotationDraft | undefined;
  readonly selected: string | undefined;
  /** Files of another patient or date that a reader without write access chose to see. */
  readonly looked: readonly string[];
}

const TILE: ViewportContent = {
  stackKey: undefined,
  at: 0,
  viewing: FITTED,
  window: undefined,
  inverted: false,
  isBare: false,
  unit: undefined,
  gap: false,
};

const START: PicturesState = {
  stacks: [],
  count: 1,
  active: 0,
  linked: true,
  playing: false,
  bright: false,
  tool: 'scroll',
  tiles: [TILE, TILE, TILE, TILE],
  draft: undefined,
  selected: undefined,
  looked: [],
};

export const usePictures = create<PicturesState>()(() => START);

const set = usePictures.setState;

export function resetPictures(): void {
  set(START);
}

onWipe(resetPictures);

export function stackOfViewport(state: PicturesState, tile: number): Stack | undefined {
  const key = state.tiles[tile]?.stackKey;
  return state.stacks.find((stack) => stack.key === key);
}

export function changeViewport(tile: number, change: Partial<ViewportContent>): void {
  set(({ tiles }) => ({
    tiles: tiles.map((known, at) => (at === tile ? { ...known, ...change } : known)),
  }));
}

/** Places the exam's series left and the prior's right, in pairs of rows with four viewports. */
export function placeStacks(own: readonly Stack[], prior: readonly Stack[]): void {
  const keyed = (stack: Stack | undefined): ViewportContent => ({ ...TILE, stackKey: stack?.key });
  const before = usePictures.getState();
  const [first, second, third, fourth] = own;
  const mates = [first, second].map(
    (stack) =>
      prior.find(({ series }) => series.series_description === stack?.series.series_description) ?? prior[0],
  );
  const order = prior.length > 0 ? [first, mates[0], second, mates[1]] : [first, second, third, fourth];
  const stacks = [...own, ...prior];
  const known = new Set(stacks.map(({ key }) => key));
  /** Keep viewports the person already uses. */
  const seen = (at: number): ViewportContent | undefined => {
    const tile = before.tiles[at];
    return at < before.count && tile?.stackKey !== undefined && known.has(tile.stackKey) ? tile : undefined;
  };
  set({
    stacks,
    tiles: order.map((stack, at) => seen(at) ?? keyed(stack)),
    count: prior.length > 0 && before.count === 1 && !before.stacks.some(isOf(prior)) ? 2 : before.count,
  });
  scrollTo(0, before.tiles[0]?.at ?? 0);
}

const isOf =
  (stacks: readonly Stack[]) =>
  ({ exam_id }: Stack): boolean =>
    exam_id === stacks[0]?.exam_id;

/** Shows another series in the active viewport. */
export function showStack(stack: Stack): void {
  const { active } = usePictures.getState();
  set({ draft: undefined, selected: undefined, playing: false });
  changeViewport(active, { ...TILE, stackKey: stack.key });
}

/** Shows a series at one of its pictures; also works before the viewer is open. */
export function showSeries(stack: Stack, at: number): void {
  showStack(stack);
  changeViewport(usePictures.getState().active, { at });
}

export function setTool(tool: PictureTool): void {
  set({ tool, draft: undefined });
}

export function setCount(count: ViewportCount): void {
  set(({ active }) => ({ count, active: Math.min(active, count - 1), draft: undefined }));
}

/** Scrolls a viewport to a picture, and linked viewports to the same position in the patient. */
export function scrollTo(tile: number, wanted: number): void {
  const state = usePictures.getState();
  const stack = stackOfViewport(state, tile);
  const before = state.tiles[tile];
  if (!stack || !before) return;
  const at = Math.min(Math.max(wanted, 0), stack.pictures.length - 1);
  const header = stack.pictures[at]?.header;
  const tiles = state.tiles.map((known, index): ViewportContent => {
    if (index === tile) return { ...known, at, gap: false };
    const other = stackOfViewport(state, index);
    if (!state.linked || !other || !header || index >= state.count) return known;
    const mate = linkedSliceIndex(header, other);
    if (mate === 'none') return { ...known, gap: true };
    const next = mate ?? Math.min(Math.max(known.at + at - before.at, 0), other.pictures.length - 1);
    return { ...known, at: next, gap: false };
  });
  const isMoved = tiles.some((known, index) => known.at !== state.tiles[index]?.at);
  set({ tiles, ...(isMoved ? { selected: undefined, draft: undefined } : {}) });
}

export function scrollBy(tile: number, step: number): void {
  scrollTo(tile, (usePictures.getState().tiles[tile]?.at ?? 0) + step);
}

export function setLinked(linked: boolean): void {
  set(({ tiles }) => ({ linked, tiles: tiles.map((tile) => ({ ...tile, gap: linked && tile.gap })) }));
  if (linked) scrollBy(usePictures.getState().active, 0);
}

export function resetViewport(tile: number): void {
  changeViewport(tile, { viewing: FITTED, window: undefined, inverted: false, isBare: false });
}
