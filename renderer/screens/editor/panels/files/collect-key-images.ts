/** Collects the key images of an exam: figures of its report, then annotated pictures, each once. */
import { type ImageAnnotation, readAnnotations } from '#records/studies/image-annotations.ts';
import type { Stack } from '#renderer/pictures/series-stack.ts';
import type { Figure } from './use-figures.ts';

export interface KeyImage {
  readonly key: string;
  readonly stack: Stack;
  /** Index in the series, from 0. */
  readonly at: number;
  readonly mark: ImageAnnotation | undefined;
  /** Figure in the report that shows the picture. */
  readonly figure: Figure | undefined;
}

export function keyImagesOf(
  stacks: readonly Stack[],
  figures: readonly Figure[],
  attributes: Parameters<typeof readAnnotations>[0],
): readonly KeyImage[] {
  const marks = readAnnotations(attributes);
  const images = new Map<string, KeyImage>();
  const add = (nodeId: string, frame: number, figure: Figure | undefined) => {
    const key = `${nodeId}/${frame}`;
    const place = images.has(key) ? undefined : placeOf(stacks, nodeId, frame);
    const mark = marks.find((each) => each.node_id === nodeId && each.frame === frame);
    if (place) images.set(key, { key, ...place, mark, figure });
  };
  for (const figure of figures) add(figure.picture.node_id, figure.picture.frame, figure);
  for (const { node_id, frame } of marks) add(node_id, frame, undefined);
  return [...images.values()];
}

function placeOf(stacks: readonly Stack[], nodeId: string, frame: number) {
  for (const stack of stacks) {
    const at = stack.pictures.findIndex(({ node_id, n }) => node_id === nodeId && n === frame);
    if (at >= 0) return { stack, at };
  }
  return undefined;
}
