import { type ReactNode, useRef } from 'react';

/** React hook for the system's file dialog: render `input` (hidden), and call `open`. */
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
        // Reset, so that the same file can be chosen again.
        event.target.value = '';
      }}
    />
  );
  return { input, open: () => picker.current?.click() };
}
