/**
 * The thumbnail of a key image. The decoded picture is a blob URL, revoked when the component goes and when the
 * vault locks.
 */
import { useEffect, useState } from 'react';
import type { Point } from '#records/studies/image-annotations.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { KeyImage } from './key-images.ts';

/** How much larger than its frame a marked picture is shown. */
const ZOOM = 1.9;

/** The picture with the window the report shows it with, cropped to its ringed mark; its icon until it is decoded. */
export function KeyPicture({ image: { stack, at, mark, figure } }: { readonly image: KeyImage }) {
  const picture = stack.pictures[at];
  const window = figure?.picture.window ?? null;
  const [address, setAddress] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: its parts say which picture it is
  useEffect(() => {
    if (!picture) return undefined;
    let made: string | undefined;
    let wanted = true;
    const forget = () => {
      wanted = false;
      if (made) URL.revokeObjectURL(made);
      setAddress(undefined);
    };
    const make = async () => {
      const { figurePicture } = await import('#renderer/pictures/render-key-image.ts');
      const meta = { node_id: picture.node_id, frame: picture.n, window };
      made = await figurePicture(stack.security_group_id, meta);
      if (wanted) setAddress(made);
      else URL.revokeObjectURL(made);
    };
    // Cannot be decoded: the icon stays, the viewer says why.
    make().catch(() => undefined);
    const unregister = onWipe(forget);
    return () => {
      unregister();
      forget();
    };
  }, [picture?.node_id, picture?.n, window?.center, window?.width]);
  if (address === undefined)
    return (
      <span className="thumb">
        <Icon name="file-dicom" size={20} />
      </span>
    );
  const { rows, columns } = picture?.header ?? {};
  if (!mark || !rows || !columns)
    return <span className="thumb" style={{ backgroundImage: `url("${address}")` }} />;
  const { middle, extent } = placeOf(mark.points, columns, rows);
  const [x, y] = [offset(middle.x), offset(middle.y)];
  return (
    <span className="thumb">
      <span
        className="crop"
        style={{
          width: share(ZOOM),
          aspectRatio: `${columns} / ${rows}`,
          left: share(x),
          top: share(y),
          translate: `${share(-x)} ${share(-y)}`,
          backgroundImage: `url("${address}")`,
        }}
      >
        <i className="ring" style={{ left: share(middle.x), top: share(middle.y), width: share(extent) }} />
      </span>
    </span>
  );
}

/** Where the mark lies, and how much of the picture's width it takes; as shares of the picture. */
function placeOf(points: readonly Point[], columns: number, rows: number) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return {
    middle: { x: middle(xs) / columns, y: middle(ys) / rows },
    extent: Math.max(span(xs), span(ys)) / columns,
  };
}

/** How far a picture `ZOOM` times its frame is moved so that this share of it is in the middle, as far as it reaches. */
function offset(at: number): number {
  return Math.min(Math.max((at * ZOOM - 0.5) / (ZOOM - 1), 0), 1);
}

function share(part: number): string {
  return `${part * 100}%`;
}
