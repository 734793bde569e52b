/**
 * Numbers of the figures. Each stands in the words of its caption and is never given twice, so that what names a figure
 * stays right whatever is moved, put before it or taken out.
 */
import { $createTextNode, $getNodeByKey, $getRoot, type LexicalEditor, type NodeKey } from 'lexical';
import { ReportFigureNode } from '#report/nodes/figure-node.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

/** The frame of a file, whatever window it is seen with. */
export type FramePlace = Pick<PictureMeta, 'node_id' | 'frame'>;

/** In the report's language: `Figure 2`. */
export type FigureWords = (number: number) => string;

const NUMBERED = /^\p{L}+\.?\s(\d{1,3})\b/u;

function $figures(): ReportFigureNode[] {
  return $getRoot()
    .getChildren()
    .filter((node) => node instanceof ReportFigureNode);
}

const numberOf = (figure: ReportFigureNode): number =>
  Number(NUMBERED.exec(figure.getTextContent())?.[1] ?? 0);

const isOf = (figure: ReportFigureNode, { node_id, frame }: FramePlace): boolean => {
  const picture = figure.getPicture();
  return picture.node_id === node_id && picture.frame === frame;
};

export function $nextFigureNumber(): number {
  const figures = $figures();
  return Math.max(figures.length, ...figures.map(numberOf)) + 1;
}

/** Of the figure that shows this frame; undefined where none does, or its caption lost its number. */
function $figureNumber(place: FramePlace): number | undefined {
  const numbers = $figures().flatMap((figure) => (isOf(figure, place) ? numberOf(figure) : []));
  return numbers.find((number) => number > 0);
}

interface Measured {
  readonly place: FramePlace;
  readonly key: NodeKey;
}

/** Values in lines that were measured on a frame no figure shows yet. */
const unnamed = new WeakMap<LexicalEditor, readonly Measured[]>();

/** Names the figure behind a measured value, now or once its frame becomes one. */
export function $nameFigureBehind(
  editor: LexicalEditor,
  key: NodeKey,
  place: FramePlace,
  words: FigureWords,
): void {
  const number = $figureNumber(place);
  if (number === undefined) unnamed.set(editor, [...(unnamed.get(editor) ?? []), { place, key }]);
  else $insertName(key, words(number));
}

export function $nameNewFigure(editor: LexicalEditor, place: FramePlace, name: string): void {
  const all = unnamed.get(editor) ?? [];
  const isOfPlace = ({ place: { node_id, frame } }: Measured) =>
    node_id === place.node_id && frame === place.frame;
  for (const { key } of all.filter(isOfPlace)) $insertName(key, name);
  unnamed.set(
    editor,
    all.filter((each) => !isOfPlace(each)),
  );
}

function $insertName(key: NodeKey, name: string): void {
  const node = $getNodeByKey(key);
  const goesOn = /^[\p{L}\p{N}]/u.test(node?.getNextSibling()?.getTextContent() ?? '');
  node?.insertAfter($createTextNode(` (${name})${goesOn ? ' ' : ''}`), false);
}
