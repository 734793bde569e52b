/** Which dialog of the whole frame is open. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { keptNames } from '#renderer/state/unsaved/kept-input.ts';

export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  /** `files`: dropped on the window; none: they are chosen in the dialog. */
  | { readonly kind: 'import'; readonly files?: readonly File[] }
  | { readonly kind: 'deidentify'; readonly exam_id: string; readonly title: string }
  | { readonly kind: 'new_exam'; readonly patient_id: string | undefined };

interface OverlayState {
  readonly overlay: Overlay | undefined;
}

export const useOverlay = create<OverlayState>()(() => ({ overlay: undefined }));

export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: undefined });
}

/** What a lock keeps of the new exam is kept under this name. */
export const NEW_EXAM = 'new-exam';

let beforeLock: Overlay | undefined;

onWipe(() => {
  beforeLock = useOverlay.getState().overlay;
  closeOverlay();
});

/** A new exam that was being typed when the vault locked, for the same person. */
export function reopenOverlay(): void {
  if (beforeLock?.kind === 'new_exam' && keptNames().includes(NEW_EXAM)) openOverlay(beforeLock);
  beforeLock = undefined;
}
