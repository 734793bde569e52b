/**
 * Files dropped anywhere on the window but on a place of their own go to the import, which says what they are before anything is sent.
 * Without this a browser would show the file in the vault's place.
 */
import { useEffect } from 'react';
import { droppedFiles } from '#renderer/components/files/use-file-drop.ts';
import { openOverlay, useOverlay } from '#renderer/state/shell/overlay-store.ts';

export function useWindowDrop(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.defaultPrevented && hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      if (useOverlay.getState().overlay !== undefined) return;
      void droppedFiles(event.dataTransfer).then((files) => {
        if (files.length > 0) openOverlay({ kind: 'import', files });
      });
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
