/** Store of the open handbook. It lies above any dialog, so that help inside one keeps what is typed there. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

/** Parts of the window that have keys of their own. */
export type Region =
  | 'dialog'
  | 'files'
  | 'gate'
  | 'history'
  | 'patients'
  | 'pictures'
  | 'print'
  | 'report'
  | 'settings'
  | 'side'
  | 'templates'
  | 'trash'
  | 'worklist';

/** Where the handbook opens: a page, and the region whose keys are listed; none while locked. */
export interface HandbookPlace {
  readonly page: string;
  readonly region?: Region;
}

export type HandbookView =
  | { readonly kind: 'pages'; readonly place: HandbookPlace }
  /** All keys; `isChanging` to change them at once. */
  | { readonly kind: 'keys'; readonly isChanging: boolean };

interface HandbookState {
  readonly view: HandbookView | undefined;
}

export const useHandbook = create<HandbookState>()(() => ({ view: undefined }));

export function openHandbook(place: HandbookPlace): void {
  useHandbook.setState({ view: { kind: 'pages', place } });
}

export function showAllKeys(isChanging = false): void {
  useHandbook.setState({ view: { kind: 'keys', isChanging } });
}

export function closeHandbook(): void {
  useHandbook.setState({ view: undefined });
}

onWipe(closeHandbook);
