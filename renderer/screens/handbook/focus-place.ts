/**
 * Finds the page for the place that has the focus: the innermost known part of the window, else the screen. Loaded
 * with the frame; the pages themselves are not.
 */
import type { HandbookPlace, Region } from '#renderer/state/shell/handbook-store.ts';
import { type Overlay, useOverlay } from '#renderer/state/shell/overlay-store.ts';
import { useRoute } from '#renderer/state/shell/route-store.ts';

/** Views that replace the report while they are shown. */
export const VIEWS: readonly (readonly [selector: string, region: Region, page: string])[] = [
  ['.histcols', 'history', 'history'],
  ['.print-preview', 'print', 'print'],
  ['main.three', 'report', 'conflict'],
];
/** Parts of the window, innermost first. */
export const PARTS: readonly (readonly [selector: string, region: Region, page: string])[] = [
  ['.gate-panel', 'gate', 'sign'],
  ['.vw', 'pictures', 'pictures'],
  ['.toolbar', 'report', 'write'],
  ['.chain', 'side', 'history'],
  ['.outline', 'report', 'fields'],
  ['.find-bar', 'report', 'find-and-spell'],
];
/** Parts of the text, by the caret. */
export const TEXT_PARTS: readonly (readonly [selector: string, page: string])[] = [
  ['[data-field]', 'fields'],
  ['table', 'tables'],
];
/** Dialogs of the report, by the name in `data-dialog`. */
export const REPORT_DIALOGS: Readonly<Record<string, string>> = {
  template: 'templates',
  new_field: 'templates',
  field_code: 'templates',
  new_macro: 'macros',
  amend: 'amend',
  exam: 'correct',
  withdraw: 'correct',
  critical: 'critical',
  follow_up: 'follow-ups',
  give_out: 'give-out',
  hand_over: 'hand-over',
  send: 'send',
  health_link: 'hand-over',
  spelling: 'find-and-spell',
  seal_reason: 'seal',
};
export const OVERLAYS: Readonly<Record<Overlay['kind'], string>> = {
  palette: 'find-your-way',
  shortcuts: 'keys',
  fetch: 'fetch',
  import: 'import',
  starter: 'first-day',
  sample: 'first-day',
  deidentify: 'deidentify',
  new_exam: 'new-exam',
};
export const SETTINGS: Readonly<Record<string, string>> = {
  letterhead: 'print',
  security: 'lock',
  people: 'people',
  groups: 'people',
  outbox: 'send',
  receiver: 'import',
  backup: 'backup',
  audit: 'audit',
  appearance: 'appearance',
};
/** Tabs beside a report, by the name in `data-panel`. */
export const PANELS: Readonly<Record<string, string>> = {
  prior: 'prior',
  signatures: 'co-sign',
  history: 'history',
  files: 'files',
  recovered: 'history',
};
export const WORKLIST: Readonly<Record<string, string>> = {
  'follow-ups': 'follow-ups',
  critical: 'critical',
  'to-match': 'import',
};

export function placeOfFocus(): HandbookPlace {
  const active = document.activeElement ?? document.body;
  const screen = placeOfScreen(useRoute.getState().path);
  if (active.closest('dialog')) return { region: 'dialog', page: pageOfDialog(active) ?? screen.page };
  const part =
    VIEWS.find(([selector]) => document.querySelector(selector)) ??
    PARTS.find(([selector]) => active.closest(selector));
  if (part) return { region: part[1], page: part[2] };
  const panel = active.closest<HTMLElement>('[data-panel]')?.dataset['panel'];
  if (panel !== undefined) return { region: 'side', page: PANELS[panel] ?? screen.page };
  if (!active.closest('[contenteditable="true"]')) return screen;
  const caret = document.getSelection()?.anchorNode?.parentElement;
  const textPart = TEXT_PARTS.find(([selector]) => caret?.closest(selector));
  return textPart ? { ...screen, page: textPart[1] } : screen;
}

function pageOfDialog(active: Element): string | undefined {
  const dialog = active.closest<HTMLElement>('[data-dialog]')?.dataset['dialog'];
  if (dialog !== undefined) return REPORT_DIALOGS[dialog];
  const { overlay } = useOverlay.getState();
  return overlay && OVERLAYS[overlay.kind];
}

function placeOfScreen([screen = 'worklist', id]: readonly string[]): HandbookPlace {
  switch (screen) {
    case 'exams':
      return id === undefined
        ? { region: 'worklist', page: 'worklist' }
        : { region: 'report', page: 'write' };
    case 'patients':
      return { region: 'patients', page: id === 'new' ? 'new-exam' : 'search' };
    case 'templates':
      return { region: id === undefined ? 'templates' : 'report', page: 'templates' };
    case 'files':
      return { region: 'files', page: 'files' };
    case 'trash':
      return { region: 'trash', page: 'trash' };
    case 'settings':
      return { region: 'settings', page: (id && SETTINGS[id]) ?? 'settings' };
    default:
      return { region: 'worklist', page: (id && WORKLIST[id]) ?? 'worklist' };
  }
}
