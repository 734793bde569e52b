/** Applies the active tool to a movement from the pointer or the arrow keys. */

import type { Shading } from '#dicom/picture/voi-lut.ts';
import {
  type AnnotationKind,
  MARK_KINDS,
  POINTS_OF,
  type Point,
} from '#records/studies/image-annotations.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';
import { type ViewportSize, zoomedAt } from '#renderer/pictures/viewport-transform.ts';
import { addAnnotation } from '#renderer/screens/editor/pictures/annotation-actions.ts';
import {
  changeViewport,
  type PictureTool,
  usePictures,
} from '#renderer/screens/editor/pictures/pictures-store.ts';

/** State of the viewport as drawn now. */
export interface TileNow {
  readonly tile: number;
  readonly room: ViewportSize;
  readonly shading: Shading | undefined;
  readonly picture: Picture | undefined;
  readonly size: { readonly rows: number; readonly columns: number } | undefined;
  /** Unit of the pixel values. */
  readonly unit: string | null | undefined;
}

export function annotationTool(tool: PictureTool): AnnotationKind | undefined {
  return MARK_KINDS.find((kind) => kind === tool);
}

/** Right widens, down darkens. A step is a fraction of the width, so narrow and wide windows feel alike. */
export function moveWindow(now: TileNow, dx: number, dy: number): void {
  if (!now.shading) return;
  const { center, width } = now.shading;
  const step = width / 300;
  const narrowest = Math.min(width / 100, 1);
  const window = { center: center + dy * step, width: Math.max(width + dx * step, narrowest) };
  changeViewport(now.tile, { window: { center: rounded(window.center), width: rounded(window.width) } });
}

const rounded = (value: number): number => (Math.abs(value) >= 20 ? Math.round(value) : value);

export function pan(now: TileNow, dx: number, dy: number): void {
  const viewing = usePictures.getState().tiles[now.tile]?.viewing;
  if (viewing)
    changeViewport(now.tile, { viewing: { ...viewing, dx: viewing.dx + dx, dy: viewing.dy + dy } });
}

export function zoom(now: TileNow, factor: number, at?: Point): void {
  const viewing = usePictures.getState().tiles[now.tile]?.viewing;
  const place = at ?? { x: now.room.width / 2, y: now.room.height / 2 };
  if (viewing) changeViewport(now.tile, { viewing: zoomedAt(viewing, factor, place, now.room) });
}

/** Moves the unfinished point, limited to the picture. */
export function moveDraft(now: TileNow, to: (last: Point) => Point): void {
  const { draft } = usePictures.getState();
  if (!draft || draft.tile !== now.tile || !now.size) return;
  const last = draft.points.at(-1);
  if (!last) return;
  const { x, y } = to(last);
  const inside = {
    x: Math.min(Math.max(x, 0), now.size.columns),
    y: Math.min(Math.max(y, 0), now.size.rows),
  };
  usePictures.setState({ draft: { ...draft, points: [...draft.points.slice(0, -1), inside] } });
}

/** Starts an annotation at its first point, which can still move. Does nothing outside the shown picture. */
export function beginDraft(now: TileNow, kind: AnnotationKind, at: Point): void {
  if (!now.size) return;
  usePictures.setState({ draft: { tile: now.tile, kind, points: [at] }, selected: undefined });
}

/** Fixes the unfinished point; the last one completes and selects the annotation. */
export function setPoint(work: EditingSession, now: TileNow): void {
  const { draft } = usePictures.getState();
  const last = draft?.points.at(-1);
  if (!draft || draft.tile !== now.tile || !last || !now.picture) return;
  if (draft.points.length < POINTS_OF[draft.kind]) {
    usePictures.setState({ draft: { ...draft, points: [...draft.points, last] } });
    return;
  }
  const selected = addAnnotation(work, now.picture, draft.kind, draft.points);
  usePictures.setState({ draft: undefined, selected });
}
