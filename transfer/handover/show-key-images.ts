/** Shows the key images of an opened report on the hand-over page: each in its figure, with its annotations as SVG. */
import {
  annotationPath,
  labelLines,
  MARK_COLOUR,
  type PaperMark,
  placesOf,
} from '#paper/annotation-outline.ts';
import { MISSING_PICTURES } from '#paper/missing-pictures.ts';
import type { KeyImage } from './handover-contents.ts';
import { bytesOf, note } from './page-elements.ts';
import type { Words } from './page-texts.ts';

const SVG = 'http://www.w3.org/2000/svg';
const LARGEST = { width: 480, height: 400 } as const;
/** Page pixels per picture pixel. */
const SCALE_MAX = 4;
const LABEL = { size: 13, leading: 16, gap: 6, character: 8 } as const;

type Picture = Exclude<KeyImage, { missing: string }>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reasons that may be shown; other text would show the sender's words inside a signed report. */
const REASONS: ReadonlySet<string> = new Set(Object.values(MISSING_PICTURES).flatMap(Object.values));

export function showKeyImages(
  report: ParentNode,
  images: ReadonlyMap<number, KeyImage>,
  { noPicture }: Words,
): void {
  for (const [at, figure] of report.querySelectorAll('figure[data-picture]').entries()) {
    const image = images.get(at + 1);
    if (image === undefined) continue;
    if ('missing' in image) figure.append(note(REASONS.has(image.missing) ? image.missing : noPicture));
    else figure.prepend(pictureNode(image, figure.textContent, noPicture));
  }
}

function pictureNode(picture: Picture, caption: string, noPicture: string): HTMLElement {
  const size = sizeOf(picture);
  const frame = document.createElement('div');
  frame.className = 'key-image';
  frame.style.maxWidth = `${size.width}px`;
  frame.style.aspectRatio = `${size.width} / ${size.height}`;
  const image = document.createElement('img');
  const measured = picture.marks.flatMap(({ lines }) => lines);
  image.alt = [picture.name, caption.trim(), ...measured].filter(Boolean).join('; ');
  // Replaces a broken picture with a note, because the browser would show its `alt` text, the sender's words.
  image.addEventListener('error', () => frame.replaceWith(note(noPicture)));
  image.src = URL.createObjectURL(new Blob([bytesOf(picture.data)], { type: 'image/png' }));
  frame.append(image, marksNode(picture.marks, size));
  return frame;
}

function sizeOf({ columns, rows, pixel_aspect }: Picture): Size {
  const scale = Math.min(LARGEST.width / columns, LARGEST.height / (rows * pixel_aspect), SCALE_MAX);
  return { width: columns * scale, height: rows * pixel_aspect * scale };
}

/** Drawn over the picture and clipped; read aloud with it. */
function marksNode(marks: readonly PaperMark[], size: Size): SVGElement {
  const drawing = svg('svg', { viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true' });
  for (const mark of marks) {
    const places = placesOf(mark, size);
    drawing.append(
      svg('path', { d: annotationPath(mark.kind, places), fill: 'none', stroke: MARK_COLOUR }),
      ...labelNodes(mark, size),
    );
  }
  return drawing;
}

function labelNodes(mark: PaperMark, size: Size): SVGElement[] {
  return labelLines(mark, size, LABEL).map(({ x, y, text }) => {
    const node = svg('text', { x, y, 'font-size': LABEL.size });
    node.textContent = text;
    return node;
  });
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const node = document.createElementNS(SVG, name);
  if (!(node instanceof SVGElement)) throw new Error(`${name} is nothing that is drawn.`);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
