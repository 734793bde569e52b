/**
 * Thumbnail of a key image. The decoded picture is a blob URL, revoked on unmount and when the vault locks.
 */
import { useEffect, useState } from 'react';
import type { Point } from '#records/studies/image-annotations.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { KeyImage } from './collect-key-images.ts';

/** Magnification of a picture that is cropped to its mark. */
const ZOOM = 1.9;

/**
 * Shows the picture in the report's window settings, cropped to its ringed mark. Shows an icon until it is
 * decoded.
 */
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
      const { figurePicture } = await import('#renderer/pictures/figure-picture.ts');
      const meta = { node_id: picture.node_id, frame: picture.n, window };
      made = await figurePicture(stack.security_group_id, meta);
      if (wanted) setAddress(made);
      else URL.revokeObjectURL(made);
    };
    // If decoding fails, the icon stays and the viewer shows the reason.
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

/** Position and width of the key image's mark as fractions of the picture, so that it scales with it. */
function placeOf(points: readonly Point[], columns: number, rows: number) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return {
    middle: { x: middle(xs) / columns, y: middle(ys) / rows },
    extent: Math.max(span(xs), span(ys)) / columns,
  };
}

/** Shifts the magnified picture so that this fraction is centred, as far as the picture reaches. */
function offset(at: number): number {
  return Math.min(Math.max((at * ZOOM - 0.5) / (ZOOM - 1), 0), 1);
}

function share(part: number): string {
  return `${part * 100}%`;
}
