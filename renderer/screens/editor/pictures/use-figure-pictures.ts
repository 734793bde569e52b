/**
 * Puts the pictures into the figures of a report, wherever it is shown: written, read, compared, printed. The text
 * itself names them alone.
 */
import { type RefObject, useEffect } from 'react';
import { PICTURE_ATTRIBUTE, pictureAttributes, pictureFromAttributes } from '#report/state/picture-meta.ts';

const FIGURES = `figure[${PICTURE_ATTRIBUTE}]`;

/** Beside the elements and not on them: the pages of a print are copies of what was measured, without their pictures. */
const shownIn = new WeakMap<HTMLElement, string>();

async function show(figure: HTMLElement, securityGroupId: string): Promise<void> {
  const picture = pictureFromAttributes((name) => figure.getAttribute(name));
  const key = JSON.stringify(pictureAttributes(picture));
  if (shownIn.get(figure) === key || picture.node_id === '') return;
  shownIn.set(figure, key);
  try {
    const { figurePicture } = await import('#renderer/pictures/figure-picture.ts');
    const address = await figurePicture(securityGroupId, picture);
    if (shownIn.get(figure) === key) figure.style.setProperty('--picture', `url("${address}")`);
  } catch {
    // The caption says what it was; its place stays dark.
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
  useEffect(() => {
    const root = box.current;
    if (!root || securityGroupId === undefined) return undefined;
    const fill = (nodes: Iterable<Node>) => {
      for (const node of nodes) for (const figure of figuresIn(node)) void show(figure, securityGroupId);
    };
    fill([root]);
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) fill(addedNodes);
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, securityGroupId]);
}
