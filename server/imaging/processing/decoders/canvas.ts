/** RGB canvas for traces and labels, drawn pixel by pixel: no library of drawings, and no font, is in the sandbox. */

export type Colour = readonly [red: number, green: number, blue: number];

export interface Canvas {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly point: (x: number, y: number, colour: Colour) => void;
  readonly horizontal: (y: number, colour: Colour) => void;
  readonly vertical: (x: number, from: number, to: number, colour: Colour) => void;
  /** A line two pixels wide; parts outside are not drawn. */
  readonly line: (x1: number, y1: number, x2: number, y2: number, colour: Colour) => void;
}

export function createCanvas(width: number, height: number, [red, green, blue]: Colour): Canvas {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }

  function point(x: number, y: number, colour: Colour): void {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    data.set(colour, (y * width + x) * 3);
  }

  function vertical(x: number, from: number, to: number, colour: Colour): void {
    const end = Math.min(Math.round(Math.max(from, to)), height - 1);
    for (let y = Math.max(Math.round(Math.min(from, to)), 0); y <= end; y += 1) point(x, y, colour);
  }

  /** Column by column, so that a steep line costs no more than the height of the canvas. */
  function line(x1: number, y1: number, x2: number, y2: number, colour: Colour): void {
    const [first, last] = [Math.max(Math.floor(x1), 0), Math.min(Math.floor(x2), width - 1)];
    for (let x = first; x <= last; x += 1) {
      const from = x === Math.floor(x1) ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
      const to = x === Math.floor(x2) ? y2 : y1 + ((y2 - y1) * (x + 1 - x1)) / (x2 - x1);
      vertical(x, from, to, colour);
      vertical(x + 1, from, to, colour);
    }
  }

  return {
    data,
    width,
    height,
    point,
    horizontal(y, colour) {
      for (let x = 0; x < width; x += 1) point(x, y, colour);
    },
    vertical,
    line,
  };
}
