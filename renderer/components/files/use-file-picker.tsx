import { type ReactNode, useRef } from 'react';

/** The system's dialog for choosing files: `input` goes into the page, unseen, and `open` shows the dialog. */
export function useFilePicker(onFiles: (files: File[]) => void): { input: ReactNode; open: () => void } {
  const picker = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={picker}
      type="file"
      multiple
      hidden
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same file may be chosen again.
        event.target.value = '';
      }}
    />
  );
  return { input, open: () => picker.current?.click() };
}
