/** The keys listed beside a page: those of the region the person came from. */
import type { CommandId } from '#renderer/commands/command-table.ts';
import type { Region } from '#renderer/state/shell/handbook-store.ts';

/** More would not fit beside a page. */
export const REGION_KEYS_MAX = 14;

const MOVING = ['nextPane', 'previousPane'] as const;
const LIST = ['moveInList', 'search', 'newExam', 'palette', ...MOVING, 'lock'] as const;

export const REGION_KEYS: Readonly<Record<Region, readonly CommandId[]>> = {
  report: [
    ...(['nextUnfilled', 'openPickList', 'acceptField', 'template', 'measurementRow'] as const),
    ...(['find', 'prior', 'pictures', 'history', 'seal', 'sign', 'signAndNext'] as const),
    ...(['nextPane', 'leaveEditor'] as const),
  ],
  gate: ['sign', 'signAndNext', 'seal', 'nextUnfilled', ...MOVING, 'lock'],
  side: ['prior', 'history', 'pictures', 'seal', 'sign', ...MOVING, 'lock'],
  pictures: [
    ...(['pictureScroll', 'pictureWindow', 'pictureZoom', 'picturePan', 'picturePresets'] as const),
    ...(['picturePage', 'pictureTiles', 'pictureLength', 'pictureAngle', 'pictureEllipse'] as const),
    ...(['pictureIntoField', 'pictureKeyImage', 'pictureReset', 'pictures'] as const),
  ],
  history: ['history', 'journal', ...MOVING, 'lock'],
  print: ['print', ...MOVING, 'lock'],
  worklist: ['moveInList', 'openReport', 'nextToReport', 'search', 'newExam', 'palette', ...MOVING, 'lock'],
  patients: LIST,
  templates: LIST,
  files: LIST,
  trash: LIST,
  settings: ['search', 'newExam', 'palette', ...MOVING, 'lock'],
  dialog: ['lock'],
};

/** Names of the regions, as the interface writes them elsewhere. */
export const REGION_NAMES = {
  report: 'editor.report',
  gate: 'review.gate.title',
  side: 'review.panel.beside',
  pictures: 'pictures.label',
  history: 'review.history.label',
  print: 'review.print.title',
  worklist: 'frame.worklist',
  patients: 'frame.patients',
  templates: 'frame.templates',
  files: 'frame.files',
  trash: 'frame.trash',
  settings: 'frame.settings',
  dialog: 'handbook.dialog',
} as const satisfies Readonly<Record<Region, string>>;
