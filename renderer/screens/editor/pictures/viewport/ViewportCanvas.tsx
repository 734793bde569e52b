/**
 * Canvas of a viewport. Grey values are computed once per window into an offscreen canvas, then drawn at the
 * viewport's position and zoom.
 */
import { useEffect, useMemo, useRef } from 'react';
import type { Shading } from '#dicom/picture/voi-lut.ts';
import type { ViewportSize, ViewportTransform } from '#renderer/pictures/viewport-transform.ts';
import { shadedCanvas } from '#renderer/pictures/windowing.ts';
import type { DicomFrame } from '#sdk/index.ts';

interface TileCanvasProps {
  readonly frame: DicomFrame | undefined;
  readonly shading: Shading | undefined;
  /** True to hide the file's overlays. */
  readonly isBare: boolean;
  readonly placing: ViewportTransform | undefined;
  readonly room: ViewportSize;
  readonly turns: number;
  readonly name: string;
  /** `node/frame` of the drawn picture, for tests that wait for it. */
  readonly pictureId: string;
}

export function ViewportCanvas(props: TileCanvasProps) {
  const { frame, shading, isBare, placing, room, turns, name, pictureId } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { center, width, inverted = false, table } = shading ?? {};
  const source = useMemo(
    () =>
      frame && center !== undefined && width !== undefined
        ? shadedCanvas(frame, { center, width, inverted, ...(table && { table }) }, isBare)
        : undefined,
    [frame, center, width, inverted, table, isBare],
  );
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!target || !context) return;
    const ratio = devicePixelRatio;
    // Setting the size clears the canvas, so no earlier picture stays visible.
    target.width = Math.max(Math.round(room.width * ratio), 1);
    target.height = Math.max(Math.round(room.height * ratio), 1);
    delete target.dataset['painted'];
    if (!source || !placing) return;
    const middle = placing.toScreen({ x: source.width / 2, y: source.height / 2 });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.translate(middle.x, middle.y);
    context.rotate((turns * Math.PI) / 2);
    context.scale(placing.scaleX, placing.scaleY);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, -source.width / 2, -source.height / 2);
    target.dataset['painted'] = pictureId;
  }, [source, placing, room, turns, pictureId]);
  return <canvas className="ph" ref={canvas} role="img" aria-label={name} />;
}
