/**
 * Draws the seal figure: a guilloche rosette derived from SHA-256 of the workspace id. Three bands of phase-shifted
 * waves between four circles; integer frequencies close every line. Pure and deterministic. It helps people to
 * recognise a vault; it proves nothing.
 * Source: visual reference, "The seal figure".
 */
interface Wave {
  readonly mid: number;
  readonly amp: number;
  readonly freq: number;
  readonly ripple: number;
  readonly share: number;
}

export interface Figure {
  /** The lines of each band, outermost first. */
  readonly bands: readonly (readonly string[])[];
  /** Radii of the four circles. */
  readonly circles: readonly number[];
}

type Point = readonly [x: number, y: number];

const round = (value: number) => String(+value.toFixed(1));
const pair = (point: Point) => `${round(point[0])} ${round(point[1])}`;
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Draws one closed wave: radius = mid + amp * (wave + ripple), smoothed through midpoints. */
function wavePath({ mid, amp, freq, ripple, share }: Wave, phase: number): string {
  const steps = freq * 8;
  const at = (step: number): Point => {
    const angle = (2 * Math.PI * (step % steps)) / steps;
    const wave = (1 - share) * Math.sin(freq * angle + phase) + share * Math.sin(ripple * angle + 2 * phase);
    const radius = mid + amp * wave;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  let path = `M${pair(middle(at(0), at(1)))}`;
  for (let step = 1; step <= steps; step += 1) {
    path += `Q${pair(at(step))} ${pair(middle(at(step), at(step + 1)))}`;
  }
  return `${path}z`;
}

/** `hash` has at least 12 bytes; view box −R−2 to R+2, strokes not scaled, no fill. */
export function sealFigure(hash: Uint8Array, radius = 240): Figure {
  const byte = (index: number) => hash[index % hash.length] ?? 0;
  const outer = 20 + (byte(0) % 13);
  const between = 5 + (byte(1) % 12);
  const inner = 24 + (byte(2) % 17);
  const waves: readonly (Wave & { readonly lines: number })[] = [
    {
      mid: radius * 0.862,
      amp: radius * 0.118,
      freq: outer,
      lines: 4 + (byte(3) % 4),
      ripple: outer * (2 + (byte(4) % 2)),
      share: 0.08 + (byte(5) % 10) / 45,
    },
    {
      mid: radius * 0.6,
      amp: radius * 0.115,
      freq: between,
      lines: 5 + (byte(6) % 6),
      ripple: between * (2 + (byte(7) % 3)),
      share: 0.1 + (byte(8) % 12) / 32,
    },
    {
      mid: radius * 0.404,
      amp: radius * 0.055,
      freq: inner,
      lines: 2 + (byte(9) % 3),
      ripple: inner * (2 + (byte(10) % 2)),
      share: 0.12 + (byte(11) % 8) / 40,
    },
  ];
  const bands = waves.map((band) =>
    Array.from({ length: band.lines }, (_, line) => wavePath(band, (2 * Math.PI * line) / band.lines)),
  );
  return { bands, circles: [0.995, 0.728, 0.472, 0.335].map((share) => radius * share) };
}
