/** The bodies of the sample studies: plain ellipses where a person has organs. Nobody's pictures went into them. */
import type { Ellipse, Phantom } from './draw-phantom.ts';

export const PHANTOMS = [
  'ct_chest',
  'ct_chest_smaller',
  'ct_arteries',
  'ct_abdomen',
  'ct_head',
  'mr_brain',
  'mr_knee',
  'mr_spine',
  'us_abdomen',
  'cr_chest',
  'cr_wrist',
] as const;
export type PhantomKind = (typeof PHANTOMS)[number];

/** Rescaled to Hounsfield units by −1024. */
const HU = (value: number): number => value + 1024;
const CT = { columns: 256, rows: 256, background: HU(-1000), noise: 18, white: 4095 } as const;
const MR = { columns: 192, rows: 192, background: 10, noise: 12, white: 1023 } as const;
const US = { columns: 320, rows: 240, background: 62, noise: 38, white: 255 } as const;
const CR = { columns: 512, rows: 512, noise: 24, white: 4095 } as const;

const ellipse = (x: number, y: number, rx: number, ry: number, value: number): Ellipse => ({
  ...{ x, y, rx, ry, value },
});
const soft = (x: number, y: number, rx: number, ry: number, value: number): Ellipse => ({
  ...{ x, y, rx, ry, value },
  isSoft: true,
});

/** Radius of a sphere where a plane cuts it; undefined where it does not. */
function cut(radius: number, distance: number): number | undefined {
  const square = radius ** 2 - distance ** 2;
  return square > 0 ? Math.sqrt(square) : undefined;
}

function sphere(x: number, y: number, radius: number, distance: number, value: number): Ellipse[] {
  const r = cut(radius, distance);
  return r === undefined ? [] : [ellipse(x, y, r, r, value)];
}

/** Lungs, heart, aorta and spine at `z` from the middle (−1 to 1); `nodule` is the radius of one on the right. */
function chest(z: number, nodule: number, contrast: number): Ellipse[] {
  const lung = 0.52 - 0.12 * z * z;
  return [
    ellipse(0, 0, 0.9, 0.66, HU(40)),
    ellipse(0, 0, 0.82, 0.58, HU(-60)),
    ellipse(-0.42, -0.02, 0.34, lung, HU(-860)),
    ellipse(0.42, -0.02, 0.34, lung, HU(-860)),
    ellipse(0.08 + 0.06 * z, -0.12, 0.22 + 0.06 * z, 0.26, HU(45)),
    ellipse(0, 0.45, 0.12, 0.1, HU(420)),
    ellipse(0.1, 0.28, 0.07, 0.07, HU(contrast)),
    ...sphere(-0.5, -0.1, nodule, z * 0.3, HU(35)),
  ];
}

/** Two arteries full of contrast; the right one has a filling defect at the middle. */
function arteries(z: number): Ellipse[] {
  return [
    ...chest(z, 0, 180),
    ellipse(-0.16, -0.02, 0.12, 0.06, HU(360)),
    ellipse(0.2, -0.02, 0.1, 0.06, HU(360)),
    ...(Math.abs(z) < 0.5 ? [ellipse(-0.18, -0.02, 0.06, 0.03, HU(55))] : []),
  ];
}

function abdomen(z: number): Ellipse[] {
  return [
    ellipse(0, 0, 0.9, 0.66, HU(-95)),
    ellipse(0, 0, 0.78, 0.55, HU(45)),
    ellipse(-0.36, -0.1, 0.38 - 0.1 * z, 0.36, HU(105)),
    ellipse(0.5, 0.02, 0.18, 0.2, HU(115)),
    ellipse(-0.34, 0.3, 0.13, 0.15, HU(160)),
    ellipse(0.34, 0.3, 0.13, 0.15, HU(160)),
    ellipse(0, 0.36, 0.13, 0.11, HU(380)),
    ellipse(0.06, 0.2, 0.06, 0.06, HU(210)),
    ...sphere(-0.42, -0.12, 0.09, z * 0.3, HU(12)),
  ];
}

function head(z: number): Ellipse[] {
  const r = 0.72 - 0.14 * z * z;
  return [
    ellipse(0, 0, r + 0.06, r + 0.16, HU(30)),
    ellipse(0, 0, r + 0.02, r + 0.12, HU(950)),
    ellipse(0, 0, r - 0.05, r + 0.05, HU(33)),
    ellipse(-0.11, -0.1, 0.06, 0.24, HU(6)),
    ellipse(0.11, -0.1, 0.06, 0.24, HU(6)),
  ];
}

function brain(z: number): Ellipse[] {
  const r = 0.7 - 0.12 * z * z;
  return [
    ellipse(0, 0, r + 0.12, r + 0.2, 780),
    ellipse(0, 0, r + 0.06, r + 0.14, 40),
    ellipse(0, 0, r, r + 0.08, 420),
    ellipse(0, 0, r - 0.14, r - 0.06, 540),
    ellipse(-0.11, -0.06, 0.06, 0.24, 130),
    ellipse(0.11, -0.06, 0.06, 0.24, 130),
    ...sphere(0.34, -0.2, 0.1, z * 0.3, 900),
  ];
}

function knee(z: number): Ellipse[] {
  return [
    ellipse(0, 0, 0.62, 0.95, 300),
    ellipse(0.02, -0.44, 0.42 - 0.06 * z * z, 0.4, 760),
    ellipse(0.02, 0.5, 0.4 - 0.06 * z * z, 0.38, 740),
    ellipse(0, 0.04, 0.4, 0.04, 90),
    soft(-0.3, -0.1, 0.16, 0.2, 420),
  ];
}

function spine(z: number): Ellipse[] {
  const bodies = [-0.78, -0.44, -0.1, 0.24, 0.58];
  return [
    ellipse(0, 0, 0.8, 0.98, 260),
    ...bodies.flatMap((y) => [
      ellipse(-0.1, y, 0.2, 0.13, 640),
      ellipse(-0.1, y + 0.17, 0.2, 0.04, y > 0.5 ? 110 : 420),
    ]),
    ellipse(0.2, 0, 0.06 - 0.02 * Math.abs(z), 0.96, 900),
    ellipse(0.12, 0.72, 0.07, 0.06, 380),
  ];
}

/** A curved probe at the top: what it shows is a fan. */
function isInFan(x: number, y: number): boolean {
  const [across, down] = [x * (US.columns / US.rows), y + 1.35];
  const far = Math.hypot(across, down);
  return far > 0.5 && far < 2.2 && Math.abs(Math.atan2(across, down)) < 0.62;
}

const LUNG_FIELDS: readonly Ellipse[] = [
  ellipse(0, 0.1, 0.95, 1.1, 2300),
  ellipse(-0.42, -0.02, 0.32, 0.66, 900),
  ellipse(0.42, -0.02, 0.32, 0.66, 900),
  soft(0.14, 0.3, 0.36, 0.34, 1300),
  ellipse(0, 0, 0.09, 1, 2900),
];

const RIBS = [-0.5, -0.3, -0.1, 0.1, 0.3].flatMap((y) => [
  soft(-0.42, y, 0.36, 0.035, 420),
  soft(0.42, y, 0.36, 0.035, 420),
]);

const WRIST: readonly Ellipse[] = [
  ellipse(0, 0, 0.62, 0.98, 900),
  ellipse(-0.16, 0.62, 0.2, 0.42, 2600),
  ellipse(0.24, 0.66, 0.12, 0.4, 2500),
  ...[-0.3, -0.1, 0.1, 0.3].map((x) => ellipse(x, 0.06, 0.11, 0.12, 2400)),
  ...[-0.36, -0.12, 0.12, 0.36].map((x) => ellipse(x, -0.5, 0.07, 0.42, 2300)),
  ellipse(-0.16, 0.42, 0.22, 0.02, 1500),
];

type Slice = (z: number) => Pick<Phantom, 'ellipses'> & Partial<Phantom>;

const SLICES: Readonly<Record<PhantomKind, { readonly count: number; readonly of: Slice }>> = {
  ct_chest: { count: 7, of: (z) => ({ ...CT, ellipses: chest(z, 0.06, 45) }) },
  ct_chest_smaller: { count: 7, of: (z) => ({ ...CT, ellipses: chest(z, 0.045, 45) }) },
  ct_arteries: { count: 7, of: (z) => ({ ...CT, ellipses: arteries(z) }) },
  ct_abdomen: { count: 7, of: (z) => ({ ...CT, ellipses: abdomen(z) }) },
  ct_head: { count: 7, of: (z) => ({ ...CT, ellipses: head(z) }) },
  mr_brain: { count: 6, of: (z) => ({ ...MR, ellipses: brain(z) }) },
  mr_knee: { count: 6, of: (z) => ({ ...MR, ellipses: knee(z) }) },
  mr_spine: { count: 5, of: (z) => ({ ...MR, ellipses: spine(z) }) },
  us_abdomen: {
    count: 2,
    of: (z) => ({
      ...US,
      ellipses: [
        soft(-0.1, 0.1, 0.7, 0.7, 40),
        ellipse(0.16 + 0.1 * z, 0, 0.18, 0.14, 8),
        soft(0.16 + 0.1 * z, 0.5, 0.16, 0.4, 60),
      ],
      isSeen: isInFan,
    }),
  },
  cr_chest: { count: 1, of: () => ({ ...CR, background: 300, ellipses: [...LUNG_FIELDS, ...RIBS] }) },
  cr_wrist: { count: 1, of: () => ({ ...CR, background: 200, ellipses: WRIST }) },
};

/** The pictures of a study, from top to bottom. `seed` makes the noise of each study its own. */
export function phantomsOf(kind: PhantomKind, seed: number): Phantom[] {
  const { count, of } = SLICES[kind];
  return Array.from({ length: count }, (_, at) => {
    const z = count === 1 ? 0 : (2 * at) / (count - 1) - 1;
    return { ...CT, ...of(z), seed: seed * 1000 + at + 1 };
  });
}
