/** Store of the open dialog of the frame. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { stashedFormNames } from '#renderer/state/unsaved/stashed-form-input.ts';
import { useRoute } from './route-store.ts';

export type Overlay =
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  /** `files` were dropped on the window; without them they are chosen in the dialog. */
  | { readonly kind: 'import'; readonly files?: readonly File[] }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'starter' }
  | { readonly kind: 'sample' }
  | { readonly kind: 'deidentify'; readonly exam_id: string; readonly title: string }
  | { readonly kind: 'new_exam'; readonly patient_id: string | undefined; readonly typed?: TypedExam };

/** What the new exam dialog had before its patient was created. */
export interface TypedExam {
  readonly title: string;
  readonly modality: string;
  readonly accession: string;
  readonly exam_date: string;
}

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

/** Dialogs about what the page shows, or that lead to other pages. */
const ENDS_WITH_PAGE: ReadonlySet<Overlay['kind']> = new Set(['deidentify', 'fetch']);

useRoute.subscribe(({ path }, { path: before }) => {
  const { overlay } = useOverlay.getState();
  if (overlay && ENDS_WITH_PAGE.has(overlay.kind) && path.join('/') !== before.join('/')) closeOverlay();
});

/** Name under which a lock stashes input of the new exam dialog. */
export const NEW_EXAM = 'new-exam';

let beforeLock: Overlay | undefined;

onWipe(() => {
  beforeLock = useOverlay.getState().overlay;
  closeOverlay();
});

/** Reopens the new exam dialog for the same person if a lock closed it with typed input. */
export function reopenOverlay(): void {
  if (beforeLock?.kind === 'new_exam' && stashedFormNames().includes(NEW_EXAM)) openOverlay(beforeLock);
  beforeLock = undefined;
}
