import { useLayoutEffect, useState } from 'react';
import { useAppearance } from '#renderer/state/appearance-store.ts';

interface RowPixels {
  /** Height of a list row in CSS pixels at the present density and zoom. */
  readonly row: number;
  /** One rem in CSS pixels. */
  readonly rem: number;
}

function read(): RowPixels {
  const style = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(style.fontSize) || 16;
  return { row: (Number.parseFloat(style.getPropertyValue('--row')) || 2.25) * rem, rem };
}

export function useRowPixels(): RowPixels {
  const density = useAppearance((appearance) => appearance.density);
  const zoom = useAppearance((appearance) => appearance.zoom);
  const [pixels, setPixels] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change what the style sheet says
  useLayoutEffect(() => setPixels(read()), [density, zoom]);
  return pixels;
}
