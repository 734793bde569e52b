/** Draws measurements over the key images of a print, from the same description as the report's PDF. */
import { type RefObject, useEffect } from 'react';
import { measure } from '#dicom/picture/measure-annotation.ts';
import {
  annotationPath,
  labelLines,
  MARK_COLOUR,
  type PaperMark,
  placesOf,
} from '#paper/annotation-outline.ts';
import { annotationsOnFrame } from '#paper/annotations-of-frame.ts';
import { readAnnotations } from '#records/studies/image-annotations.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { displaySize } from '#renderer/pictures/display-size.ts';
import { loadFrame } from '#renderer/pictures/frame-store.ts';
import { PICTURE_ATTRIBUTE, type PictureMeta, pictureFromAttributes } from '#report/state/picture-meta.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Longer side of a drawn picture; its box on the page scales it. */
const SIDE = 240;
const LABEL = { size: 11, leading: 13, gap: 5, character: 6.5 } as const;

/** Draws again when `pages`, the pages that contain the figures, changes. */
export function usePrintAnnotations(box: RefObject<HTMLElement | null>, pages: unknown): void {
  const group = useEditingState((state) => state.index?.security_group_id);
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const { language } = useReportTranslations();
  useEffect(() => {
    const root = box.current;
    if (!root || group === undefined || pages === undefined || readAnnotations(attributes).length === 0)
      return undefined;
    let wanted = true;
    const drawOver = async (figure: HTMLElement) => {
      const meta = pictureFromAttributes((name) => figure.getAttribute(name));
      const marked = await marksOfFigure(group, meta, (frame, measured) =>
        annotationsOnFrame(attributes, frame, measured, language),
      );
      if (wanted && marked && !figure.querySelector('svg')) figure.append(marksNode(marked));
    };
    for (const figure of root.querySelectorAll<HTMLElement>(`figure[${PICTURE_ATTRIBUTE}]`)) {
      // A picture that cannot be loaded leaves its place dark.
      drawOver(figure).catch(() => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [box, pages, group, attributes, language]);
}

interface MarkedPicture {
  readonly marks: readonly PaperMark[];
  readonly width: number;
  readonly height: number;
}

type Describe = (
  frame: Parameters<typeof annotationsOnFrame>[1],
  measured: Parameters<typeof annotationsOnFrame>[2],
) => readonly PaperMark[];

async function marksOfFigure(
  group: string,
  { node_id, frame: n }: PictureMeta,
  marksFor: Describe,
): Promise<MarkedPicture | undefined> {
  const frame = await loadFrame({ security_group_id: group }, { node_id, n });
  const { columns, rows } = frame;
  const { pixel_spacing: spacing, spacing_basis: basis, pixel_aspect_ratio: aspect } = frame;
  const about = { spacing, basis, aspect, frame };
  const marks = marksFor({ node_id, frame: n, columns, rows }, (kind, points) =>
    measure(kind, points, about),
  );
  if (marks.length === 0) return undefined;
  const { width, height } = displaySize(frame);
  const scale = SIDE / Math.max(width, height);
  return { marks, width: width * scale, height: height * scale };
}

/** Fits the drawing into the figure's box like the picture. */
function marksNode({ marks, width, height }: MarkedPicture): SVGElement {
  const drawing = svg('svg', { class: 'marks', viewBox: `0 0 ${width} ${height}`, role: 'img' });
  drawing.setAttribute('aria-label', marks.flatMap(({ lines }) => lines).join('; '));
  for (const mark of marks) {
    const outline = annotationPath(mark.kind, placesOf(mark, { width, height }));
    drawing.append(
      svg('path', { d: outline, fill: 'none', stroke: MARK_COLOUR }),
      ...labelLines(mark, { width, height }, LABEL).map(({ x, y, text }) => {
        const node = svg('text', { x, y, 'font-size': LABEL.size });
        node.textContent = text;
        return node;
      }),
    );
  }
  return drawing;
}

function svg(
  name: 'svg' | 'path' | 'text',
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
