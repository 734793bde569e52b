/** Which dialog of the whole frame is open. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/lock-hooks.ts';

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

onWipe(closeOverlay);
