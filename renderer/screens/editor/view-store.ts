/** What the editor screen shows besides the text: which view, which panel, where a dialog stands. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

export type EditorView =
  | { readonly kind: 'write' }
  | { readonly kind: 'compare' }
  | { readonly kind: 'history' }
  | { readonly kind: 'journal' }
  | { readonly kind: 'print' }
  | { readonly kind: 'old_version'; readonly version_id: string };

export type SidePanel = 'prior' | 'signatures' | 'history' | 'files' | 'recovered' | 'gate';
export type EditorDialog =
  | 'template'
  | 'new_field'
  | 'field_code'
  | 'new_macro'
  | 'amend'
  | 'exam'
  | 'withdraw'
  | 'critical'
  | 'follow_up'
  | 'hand_over'
  | 'send'
  | 'health_link'
  | 'spelling'
  | 'seal_reason';

interface ViewState {
  readonly view: EditorView;
  readonly panel: SidePanel | undefined;
  /** The panel whose place the gate has borrowed. */
  readonly behindGate: SidePanel | undefined;
  /** The version of somebody else that the gate, opened to settle a conflict, signs on top of. */
  readonly signsOnTop: string | undefined;
  readonly dialog: EditorDialog | undefined;
  readonly finding: boolean;
  /** The exam's pictures stand beside the report. */
  readonly pictures: boolean;
}

const START: ViewState = {
  view: { kind: 'write' },
  panel: undefined,
  behindGate: undefined,
  signsOnTop: undefined,
  dialog: undefined,
  finding: false,
  pictures: false,
};

export const useView = create<ViewState>()(() => START);

export function showView(view: EditorView): void {
  useView.setState({ view });
}

/** Pictures leave their place to it; the gate borrows it. */
export function showPanel(panel: SidePanel | undefined): void {
  const { panel: open, behindGate } = useView.getState();
  const takesPlace = panel !== undefined && panel !== 'gate';
  useView.setState({
    panel,
    signsOnTop: undefined,
    behindGate: panel !== 'gate' ? undefined : open === 'gate' ? behindGate : open,
    ...(takesPlace ? { pictures: false } : {}),
  });
}

/** `onTop`: the version somebody else sealed, where the person chose to sign on top of it. */
export function showGate(onTop?: string): void {
  showPanel('gate');
  useView.setState({ view: { kind: 'write' }, signsOnTop: onTop });
}

/** Where it is shown still: another one may have been opened meanwhile. The gate gives its place back. */
export function closePanel(panel: SidePanel): void {
  const { panel: open, behindGate } = useView.getState();
  if (open !== panel) return;
  showPanel(undefined);
  if (panel === 'gate') useView.setState({ panel: behindGate });
}

export function togglePanel(panel: SidePanel): void {
  const { panel: open, pictures } = useView.getState();
  showPanel(open === panel && !pictures ? undefined : panel);
}

/**
 * Unasked: behind the pictures where these are open, and never in place of what a person opened. It is called when a
 * list arrives, which on a busy machine is after the key that opened the gate.
 */
export function preparePanel(panel: SidePanel): void {
  if (useView.getState().panel === undefined) useView.setState({ panel });
}

export function openDialog(dialog: EditorDialog | undefined): void {
  useView.setState({ dialog });
}

/** Where it is open still: what it does may end behind it. */
export function closeDialog(dialog: EditorDialog | undefined): void {
  if (useView.getState().dialog === dialog) openDialog(undefined);
}

export function showFind(finding: boolean): void {
  useView.setState({ finding });
}

export function showPictures(pictures: boolean): void {
  useView.setState({ pictures });
}

export function resetView(): void {
  useView.setState(START);
}

onWipe(resetView);
