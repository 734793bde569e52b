import { useEffect, useState } from 'react';
import type { Point } from '#records/image-marks.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { onWipe } from '#renderer/state/lock-hooks.ts';
import type { KeyImage } from './key-images.ts';

/** How much larger than its frame a marked picture is shown. */
const ZOOM = 1.9;

/** The picture with the window the report shows it with, cropped to its mark; its icon until it is decoded. */
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
  const centre = mark && rows && columns ? centreOf(mark.points, columns, rows) : undefined;
  const crop = centre
    ? { backgroundSize: `${ZOOM * 100}%`, backgroundPosition: `${offset(centre.x)}% ${offset(centre.y)}%` }
    : {};
  return <span className="thumb" style={{ backgroundImage: `url("${address}")`, ...crop }} />;
}

/** As shares of the picture. */
function centreOf(points: readonly Point[], columns: number, rows: number): Point {
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(points.map(({ x }) => x)) / columns, y: middle(points.map(({ y }) => y)) / rows };
}

/** Where a background of `ZOOM` stands so that this share of it is in the middle, as far as it reaches. */
function offset(share: number): number {
  return Math.min(Math.max((share * ZOOM - 0.5) / (ZOOM - 1), 0), 1) * 100;
}
