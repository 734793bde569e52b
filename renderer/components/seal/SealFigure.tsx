import { useEffect, useState } from 'react';
import { type Figure, sealFigure } from '#paper/seal-figure.ts';

async function figureOf(workspaceId: string): Promise<Figure> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(workspaceId));
  return sealFigure(new Uint8Array(hash));
}

/** Draws the rosette derived from the vault's id; empty until the id is known. */
export function SealFigure({ seed }: { readonly seed: string }) {
  const [figure, setFigure] = useState<Figure>();
  useEffect(() => {
    let wanted = true;
    figureOf(seed).then((drawn) => {
      if (wanted) setFigure(drawn);
    });
    return () => {
      wanted = false;
    };
  }, [seed]);
  return (
    <svg className="figure" viewBox="-242 -242 484 484" fill="none" stroke="currentColor" aria-hidden="true">
      {figure?.circles.map((radius) => (
        <circle key={radius} r={radius} />
      ))}
      {figure?.bands.map((lines) => (
        <g key={lines[0]?.slice(0, 40)}>
          {lines.map((path) => (
            <path key={path.slice(0, 40)} d={path} />
          ))}
        </g>
      ))}
    </svg>
  );
}
