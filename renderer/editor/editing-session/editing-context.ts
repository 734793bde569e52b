/** The work of the mounted editor screen, for its components. */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useSession } from '#renderer/state/session/session-store.ts';
import type { ReportWork } from './editing-session.ts';
import type { WorkState } from './editing-state.ts';
import type { Signer } from './sealing/seal-report.ts';

export const WorkContext = createContext<ReportWork | undefined>(undefined);

export function useWork(): ReportWork {
  const work = use(WorkContext);
  if (!work) throw new Error('This component belongs inside an editor screen.');
  return work;
}

export function useWorkState<Part>(select: (state: WorkState) => Part): Part {
  return useStore(useWork().store, select);
}

/** Whoever is signed in signs. */
export function currentSigner(): Signer {
  return {
    name: useSession.getState().session?.principal.display_name ?? '',
    now: () => new Date(),
  };
}
