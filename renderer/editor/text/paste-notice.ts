/** What the editor has to say about a paste it refused. The screen shows it; nothing of the text is in it. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/lock-hooks.ts';

interface PasteNotice {
  readonly refused: boolean;
}

export const usePasteNotice = create<PasteNotice>()(() => ({ refused: false }));

export function setPasteRefused(refused: boolean): void {
  if (usePasteNotice.getState().refused !== refused) usePasteNotice.setState({ refused });
}

onWipe(() => setPasteRefused(false));
