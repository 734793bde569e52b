/**
 * React hook: files dropped outside any drop area open the import dialog, which lists them before sending.
 * Otherwise a browser would show the file instead of the vault.
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
