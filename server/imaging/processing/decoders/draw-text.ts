/** Draws short labels in glyphs of five by seven points, because the sandbox has no fonts. */
import type { Canvas, Colour } from './canvas.ts';

const SCALE = 2;
const COLUMNS = 5;
const ROWS = 7;
const ADVANCE = (COLUMNS + 1) * SCALE;
export const TEXT_HEIGHT = ROWS * SCALE;

/** Five columns a glyph, two hex digits each, the top point in the lowest bit. */
const GLYPHS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['0 3E5149453E', '1 00427F4000', '2 4261514946', '3 2141454B31', '4 1814127F10', '5 2745454539'],
    ...['6 3C4A494930', '7 0171090503', '8 3649494936', '9 064949291E'],
    ...['A 7E1111117E', 'B 7F49494936', 'C 3E41414122', 'D 7F4141221C', 'E 7F49494941', 'F 7F09090901'],
    ...['G 3E4149497A', 'H 7F0808087F', 'I 00417F4100', 'J 2040413F01', 'K 7F08142241', 'L 7F40404040'],
    ...['M 7F020C027F', 'N 7F0408107F', 'O 3E4141413E', 'P 7F09090906', 'Q 3E4151215E', 'R 7F09192946'],
    ...['S 4649494931', 'T 01017F0101', 'U 3F4040403F', 'V 1F2040201F', 'W 3F4038403F', 'X 6314081463'],
    ...['Y 0708700807', 'Z 6151494543'],
    ...['a 2054545478', 'b 7F48444438', 'c 3844444420', 'd 384444487F', 'e 3854545418', 'f 087E090102'],
    ...['g 0C5252523E', 'h 7F08040478', 'i 00447D4000', 'j 2040443D00', 'k 7F10284400', 'l 00417F4000'],
    ...['m 7C04180478', 'n 7C08040478', 'o 3844444438', 'p 7C14141408', 'q 081414187C', 'r 7C08040408'],
    ...['s 4854545420', 't 043F444020', 'u 3C4040207C', 'v 1C2040201C', 'w 3C4030403C', 'x 4428102844'],
    ...['y 0C5050503C', 'z 4464544C44'],
    ...['. 0060600000', '- 0808080808', '+ 08083E0808', '/ 2010080402', '( 001C224100', ') 0041221C00'],
    ...['% 2313086462', ': 0036360000', ', 0050300000', '[ 007F414100', '] 0041417F00'],
  ].map((line) => [line.slice(0, 1), line.slice(2)]),
);
/** A box, for characters without a glyph. */
const UNKNOWN = '7F4141417F';

/** Draws a line of text from its top left corner, cut at the edge of the canvas. */
export function drawText(canvas: Canvas, left: number, top: number, text: string, colour: Colour): void {
  let x = left;
  for (const character of text.replaceAll('µ', 'u').replaceAll('μ', 'u')) {
    if (x + ADVANCE > canvas.width) return;
    if (character !== ' ') drawGlyph(canvas, x, Math.round(top), GLYPHS[character] ?? UNKNOWN, colour);
    x += ADVANCE;
  }
}

function drawGlyph(canvas: Canvas, left: number, top: number, glyph: string, colour: Colour): void {
  for (let column = 0; column < COLUMNS; column += 1) {
    const bits = Number.parseInt(glyph.slice(column * 2, column * 2 + 2), 16);
    for (let row = 0; row < ROWS; row += 1) {
      if ((bits & (1 << row)) === 0) continue;
      for (let at = 0; at < SCALE * SCALE; at += 1) {
        canvas.point(
          left + column * SCALE + (at % SCALE),
          top + row * SCALE + Math.floor(at / SCALE),
          colour,
        );
      }
    }
  }
}
