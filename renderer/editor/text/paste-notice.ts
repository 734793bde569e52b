/** Store of the notice about a refused paste, for the screen to show. Contains no pasted text. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export type PasteRefusal = 'too_large' | 'too_wide';

interface PasteNotice {
  readonly refused: PasteRefusal | undefined;
}

export const usePasteNotice = create<PasteNotice>()(() => ({ refused: undefined }));

export function setPasteRefused(refused: PasteRefusal | undefined): void {
  if (usePasteNotice.getState().refused !== refused) usePasteNotice.setState({ refused });
}

onWipe(() => setPasteRefused(undefined));
