/** Store of the editor screen's layout: open view, panel and dialog. */
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
  | 'trash'
  | 'critical'
  | 'follow_up'
  | 'give_out'
  | 'hand_over'
  | 'send'
  | 'health_link'
  | 'spelling'
  | 'seal_reason';

interface ViewState {
  readonly view: EditorView;
  readonly panel: SidePanel | undefined;
  /** Panel that the sign gate has replaced for now. */
  readonly behindGate: SidePanel | undefined;
  /** Id of another person's version on top of which the sign gate signs, to resolve a conflict. */
  readonly signsOnTop: string | undefined;
  readonly dialog: EditorDialog | undefined;
  readonly finding: boolean;
  /** True while the exam's pictures are shown beside the report. */
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

/** Opens a panel in the place of the pictures; the sign gate only borrows that place. */
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

/** Opens the gate. `onTop` is the version another person sealed, if the person chose to sign on top of it. */
export function showGate(onTop?: string): void {
  showPanel('gate');
  useView.setState({ view: { kind: 'write' }, signsOnTop: onTop });
}

/** Closes this panel only if it is still open. Closing the gate restores the panel it replaced. */
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
 * Opens a panel automatically, behind open pictures and never over a panel the person opened. Lists may
 * arrive after the key that opened the gate.
 */
export function preparePanel(panel: SidePanel): void {
  if (useView.getState().panel === undefined) useView.setState({ panel });
}

export function openDialog(dialog: EditorDialog | undefined): void {
  useView.setState({ dialog });
}

/** Closes this dialog only if it is still open, because its action may end later. */
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
