/** Draws pictures of ellipses and noise, the same from the same description, with SAMPLE burnt into the corner. */

/** Centre and radii in half pictures from the middle (−1 to 1), right and down positive. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly value: number;
  /** Adds its value, fading to its edge, instead of covering what is below. */
  readonly isSoft?: boolean;
}

export interface Phantom {
  readonly columns: number;
  readonly rows: number;
  readonly background: number;
  /** Later ones cover earlier ones. */
  readonly ellipses: readonly Ellipse[];
  /** Largest change of a value by noise. */
  readonly noise: number;
  readonly seed: number;
  /** Largest value that is stored, which the letters have too. */
  readonly white: number;
  /** True where the picture shows anything; elsewhere it is 0. */
  readonly isSeen?: (x: number, y: number) => boolean;
}

/** Letters of the mark, five columns by seven rows, a bit per point. */
const LETTERS: readonly (readonly number[])[] = [
  [0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e],
  [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  [0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11],
  [0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10],
  [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f],
  [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f],
];
const LETTER_COLUMNS = 6;
const MARGIN = 4;

export function drawPhantom(phantom: Phantom): Uint16Array<ArrayBuffer> {
  const { columns, rows, background, ellipses, noise, white } = phantom;
  const isSeen = phantom.isSeen ?? (() => true);
  const values = new Uint16Array(columns * rows);
  let random = phantom.seed >>> 0;
  for (let row = 0; row < rows; row += 1) {
    const y = (2 * row + 1) / rows - 1;
    for (let column = 0; column < columns; column += 1) {
      const x = (2 * column + 1) / columns - 1;
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      if (!isSeen(x, y)) continue;
      let value = background;
      for (const each of ellipses) {
        const far = ((x - each.x) / each.rx) ** 2 + ((y - each.y) / each.ry) ** 2;
        if (far < 1) value = each.isSoft ? value + each.value * (1 - far) : each.value;
      }
      const disturbed = value + (((random >>> 16) / 65_535) * 2 - 1) * noise;
      values[row * columns + column] = Math.max(0, Math.min(white, Math.round(disturbed)));
    }
  }
  writeMark(values, columns, Math.max(1, Math.floor(columns / 128)), white);
  return values;
}

function writeMark(values: Uint16Array, columns: number, size: number, white: number): void {
  for (const [at, letter] of LETTERS.entries()) {
    for (let row = 0; row < letter.length * size; row += 1) {
      for (let column = 0; column < (LETTER_COLUMNS - 1) * size; column += 1) {
        const bits = letter[Math.floor(row / size)] ?? 0;
        if ((bits & (0x10 >> Math.floor(column / size))) === 0) continue;
        values[(MARGIN + row) * columns + MARGIN + at * LETTER_COLUMNS * size + column] = white;
      }
    }
  }
}
