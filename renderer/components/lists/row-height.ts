import { type RefObject, useLayoutEffect, useState } from 'react';
import { useAppearance } from '#renderer/state/appearance-store.ts';

interface RowPixels {
  /** Minimum height of a list row in CSS pixels at the present density, zoom and width. */
  readonly row: number;
  /** Size of one rem in CSS pixels. */
  readonly rem: number;
}

function read(list: Element | null): RowPixels {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const row = getComputedStyle(list ?? document.documentElement).getPropertyValue('--row');
  return { row: (Number.parseFloat(row) || 2.25) * rem, rem };
}

/** React hook for a list's row height. A list with two-line rows in a narrow window sets its own `--row`. */
export function useRowPixels(list: RefObject<Element | null>): RowPixels {
  const density = useAppearance((appearance) => appearance.density);
  const zoom = useAppearance((appearance) => appearance.zoom);
  const [pixels, setPixels] = useState(() => read(null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change what the style sheet says
  useLayoutEffect(() => {
    const update = () => {
      const next = read(list.current);
      setPixels((known) => (known.row === next.row && known.rem === next.rem ? known : next));
    };
    update();
    const observer = new ResizeObserver(update);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [density, zoom, list]);
  return pixels;
}
