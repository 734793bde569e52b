/** React context with the editing session of the mounted editor screen. */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useSession } from '#renderer/state/session/session-store.ts';
import type { EditingSession } from './editing-session.ts';
import type { EditingState } from './editing-state.ts';
import type { Signer } from './sealing/seal-report.ts';

export const EditingContext = createContext<EditingSession | undefined>(undefined);

export function useEditingSession(): EditingSession {
  const work = use(EditingContext);
  if (!work) throw new Error('This component belongs inside an editor screen.');
  return work;
}

export function useEditingState<Part>(select: (state: EditingState) => Part): Part {
  return useStore(useEditingSession().store, select);
}

/** Returns the unlocked person as the signer. */
export function currentSigner(): Signer {
  return {
    name: useSession.getState().session?.principal.display_name ?? '',
    now: () => new Date(),
  };
}
