import { type Dispatch, type SetStateAction, useState } from 'react';
import { stashedFormNames } from '#renderer/state/unsaved/stashed-form-input.ts';

/** React hook for whether a form is open; true at first if a lock closed it with typed input. */
export function useReopenedForm(name: string): [boolean, Dispatch<SetStateAction<boolean>>] {
  return useState(() => stashedFormNames().includes(name));
}
