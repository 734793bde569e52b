/**
 * Loads pictures into the figures of a report in every view: edited, read, compared, printed. Shows the
 * reason if one cannot be loaded. The text itself contains only references.
 */
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImageAnnotation, readAnnotations } from '#records/studies/image-annotations.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useView } from '#renderer/screens/editor/view-store.ts';
import { PICTURE_ATTRIBUTE, pictureAttributes, pictureFromAttributes } from '#report/state/picture-meta.ts';
import { noPictureWords, reasonOf } from './missing-image-reason.ts';

const FIGURES = `figure[${PICTURE_ATTRIBUTE}]`;

/**
 * A map instead of element attributes, because print pages are copied from measured elements without their
 * pictures.
 */
const shownIn = new WeakMap<HTMLElement, string>();

async function show(
  figure: HTMLElement,
  securityGroupId: string,
  marks: readonly ImageAnnotation[],
  t: TFunction,
): Promise<void> {
  const picture = pictureFromAttributes((name) => figure.getAttribute(name));
  // On paper the annotations are drawn over the picture as SVG.
  const isOnPaper = figure.closest('.sheets') !== null;
  const own = isOnPaper
    ? []
    : marks.filter(({ node_id, frame }) => node_id === picture.node_id && frame === picture.frame);
  const key = JSON.stringify([pictureAttributes(picture), own.map(({ kind, points }) => [kind, points])]);
  if (shownIn.get(figure) === key || picture.node_id === '') return;
  shownIn.set(figure, key);
  try {
    const [{ figurePicture }, { drawAnnotations }] = await Promise.all([
      import('#renderer/pictures/figure-picture.ts'),
      import('./draw-annotations.ts'),
    ]);
    const address = await figurePicture(securityGroupId, picture, drawAnnotations(own, t));
    if (shownIn.get(figure) === key) figure.style.setProperty('--picture', `url("${address}")`);
  } catch (error) {
    const why = noPictureWords(error, await reasonOf(securityGroupId, picture.node_id), t);
    // Show the reason as text, because an empty dark area would look like a dark picture.
    if (shownIn.get(figure) === key) figure.style.setProperty('--no-picture', JSON.stringify(why));
  }
}

function figuresIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  return [...(node.matches(FIGURES) ? [node] : []), ...node.querySelectorAll<HTMLElement>(FIGURES)];
}

export function useFigurePictures(
  box: RefObject<HTMLElement | null>,
  securityGroupId: string | undefined,
): void {
  const { t } = useTranslation();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  // Draw annotations of the open report only; those of an older version are not loaded here.
  const isNow = useView(({ view }) => view.kind === 'write' || view.kind === 'print');
  const marks = useMemo(() => (isNow ? readAnnotations(attributes) : []), [attributes, isNow]);
  useEffect(() => {
    const root = box.current;
    if (!root || securityGroupId === undefined) return undefined;
    const fill = (nodes: Iterable<Node>) => {
      for (const node of nodes)
        for (const figure of figuresIn(node)) void show(figure, securityGroupId, marks, t);
    };
    fill([root]);
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) fill(addedNodes);
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, securityGroupId, marks, t]);
}
