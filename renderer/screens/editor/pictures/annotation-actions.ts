/**
 * Adds, changes and deletes annotations. They are saved with the report's draft and sealed with its versions,
 * each with its author.
 */

import { useMemo } from 'react';
import {
  type AnnotationKind,
  type ImageAnnotation,
  type Point,
  readAnnotations,
  withAnnotation,
  withoutAnnotation,
} from '#records/studies/image-annotations.ts';
import { currentSigner, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';

/** Returns the annotations on this picture. */
export function useAnnotations(picture: Picture | undefined): readonly ImageAnnotation[] {
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  return useMemo(
    () =>
      readAnnotations(attributes).filter(
        ({ node_id, frame }) => node_id === picture?.node_id && frame === picture.n,
      ),
    [attributes, picture],
  );
}

/** Returns the id of the new annotation; undefined if the report is read-only. */
export function addAnnotation(
  work: EditingSession,
  picture: Picture,
  kind: AnnotationKind,
  points: readonly Point[],
): string | undefined {
  const { meta, readOnly } = work.store.getState();
  if (readOnly !== undefined) return undefined;
  const { name, now } = currentSigner();
  const mark: ImageAnnotation = {
    mark_id: crypto.randomUUID(),
    node_id: picture.node_id,
    frame: picture.n,
    kind,
    points,
    made_by: name,
    made_at: now().toISOString(),
  };
  work.set({ meta: { ...meta, custom_attributes: withAnnotation(meta.custom_attributes, mark) } });
  work.edited();
  return mark.mark_id;
}

export function removeAnnotation(work: EditingSession, markId: string): void {
  const { meta, readOnly } = work.store.getState();
  if (readOnly !== undefined) return;
  work.set({ meta: { ...meta, custom_attributes: withoutAnnotation(meta.custom_attributes, markId) } });
  work.edited();
}
