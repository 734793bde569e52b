/** The figures of an opened report with their pictures, marks and what these measure, as the report's PDF has them. */
import { labelPlace, MARK_COLOUR, markPath, type PaperMark, placesOf } from '#paper/mark.ts';
import type { KeyImage } from './contents.ts';
import { bytesOf, note } from './elements.ts';

const SVG = 'http://www.w3.org/2000/svg';
const LARGEST = { width: 480, height: 400 } as const;
/** Pixels of the page for each of the picture's. */
const SCALE_MAX = 4;
const LABEL = { size: 13, leading: 16, gap: 6 } as const;
/** A character of the label's size, at most. */
const CHARACTER_WIDTH = 8;

type Picture = Exclude<KeyImage, { missing: string }>;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function showKeyImages(report: ParentNode, images: ReadonlyMap<number, KeyImage>): void {
  for (const [at, figure] of report.querySelectorAll('figure[data-picture]').entries()) {
    const image = images.get(at + 1);
    if (image === undefined) continue;
    if ('missing' in image) figure.append(note(image.missing));
    else figure.prepend(pictureNode(image, figure.textContent));
  }
}

function pictureNode(picture: Picture, caption: string): HTMLElement {
  const size = sizeOf(picture);
  const frame = document.createElement('div');
  frame.className = 'key-image';
  frame.style.maxWidth = `${size.width}px`;
  frame.style.aspectRatio = `${size.width} / ${size.height}`;
  const image = document.createElement('img');
  const measured = picture.marks.flatMap(({ lines }) => lines);
  image.alt = [picture.name, caption.trim(), ...measured].filter(Boolean).join('; ');
  image.src = URL.createObjectURL(new Blob([bytesOf(picture.data)], { type: 'image/png' }));
  frame.append(image, marksNode(picture.marks, size));
  return frame;
}

function sizeOf({ columns, rows, pixel_aspect }: Picture): Size {
  const scale = Math.min(LARGEST.width / columns, LARGEST.height / (rows * pixel_aspect), SCALE_MAX);
  return { width: columns * scale, height: rows * pixel_aspect * scale };
}

/** Over the picture, and cut off where it ends; read aloud with the picture. */
function marksNode(marks: readonly PaperMark[], size: Size): SVGElement {
  const drawing = svg('svg', { viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true' });
  for (const mark of marks) {
    const places = placesOf(mark, size);
    drawing.append(
      svg('path', { d: markPath(mark.kind, places), fill: 'none', stroke: MARK_COLOUR }),
      ...labelNodes(mark.lines, labelPlace(places), size),
    );
  }
  return drawing;
}

/** Beside the mark's rightmost point, and inside of the picture. */
function labelNodes(
  lines: readonly string[],
  place: { readonly x: number; readonly y: number } | undefined,
  size: Size,
): SVGElement[] {
  if (lines.length === 0 || place === undefined) return [];
  const width = Math.max(...lines.map((line) => line.length)) * CHARACTER_WIDTH;
  const height = lines.length * LABEL.leading;
  const x = Math.max(0, Math.min(place.x + LABEL.gap, size.width - width));
  const top = Math.max(0, Math.min(place.y - height / 2, size.height - height));
  return lines.map((line, at) => {
    const node = svg('text', { x, y: top + at * LABEL.leading + LABEL.size, 'font-size': LABEL.size });
    node.textContent = line;
    return node;
  });
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const node = document.createElementNS(SVG, name);
  if (!(node instanceof SVGElement)) throw new Error(`${name} is nothing that is drawn.`);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
