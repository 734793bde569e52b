/** React hook for the system's own dialogs of files and of a folder. */
import { type ChangeEvent, type ReactNode, useRef } from 'react';

interface FileChooser {
  /** Hidden inputs; render them once. */
  readonly inputs: ReactNode;
  readonly chooseFiles: () => void;
  readonly chooseFolder: () => void;
}

/** @param onFiles is not called where the person cancelled. Files of a folder come flattened */
export function useFileChooser(onFiles: (files: readonly File[]) => void): FileChooser {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    // Choosing the same again is a change, too.
    target.value = '';
    if (chosen.length > 0) onFiles(chosen);
  };
  return {
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden onChange={take} />
        <input ref={folder} type="file" hidden onChange={take} />
      </>
    ),
    chooseFiles: () => files.current?.click(),
    chooseFolder() {
      // Set by hand, because React does not know this attribute.
      folder.current?.setAttribute('webkitdirectory', '');
      folder.current?.click();
    },
  };
}
