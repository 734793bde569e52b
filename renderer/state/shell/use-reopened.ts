import { type Dispatch, type SetStateAction, useState } from 'react';
import { keptNames } from '#renderer/state/unsaved/kept-input.ts';

/** Whether a form is open; it is at once where a lock took it away with something typed in it. */
export function useReopened(name: string): [boolean, Dispatch<SetStateAction<boolean>>] {
  return useState(() => keptNames().includes(name));
}
