/**
 * Numbers the figures of a report. The number is part of the caption and never reused, so references stay
 * right when figures move or are removed.
 */
import { $createTextNode, $getNodeByKey, $getRoot, type LexicalEditor, type NodeKey } from 'lexical';
import { ReportFigureNode } from '#report/nodes/figure-node.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';

/** A frame of a file, independent of the window settings. */
export type FramePlace = Pick<PictureMeta, 'node_id' | 'frame'>;

/** Names a figure in the report's language, as in `Figure 2`. */
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

/**
 * Returns the number of the figure with this frame; undefined if there is none, or its caption lost the
 * number.
 */
function $figureNumber(place: FramePlace): number | undefined {
  const numbers = $figures().flatMap((figure) => (isOf(figure, place) ? numberOf(figure) : []));
  return numbers.find((number) => number > 0);
}

interface Measured {
  readonly place: FramePlace;
  readonly key: NodeKey;
}

/** Measured values whose frame no figure shows yet. */
const unnamed = new WeakMap<LexicalEditor, readonly Measured[]>();

/** Writes the figure's name after a measured value, now or once its frame becomes a figure. */
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
