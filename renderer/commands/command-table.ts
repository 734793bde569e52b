/**
 * Table of all commands, read by palette, shortcut sheet, key handling and button hints. `Ctrl` means Command
 * on macOS. A fixed key belongs to a control such as a list; it is listed here but handled there. Labels are
 * `commands.{id}` of the catalogue.
 */
export const COMMAND_GROUPS = [
  'everywhere',
  'work',
  'fields',
  'text',
  'tables',
  'worklist',
  'pictures',
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

interface CommandRow {
  readonly id: string;
  readonly group: CommandGroup;
  /** Default keys; empty if only the palette runs it. A key that browsers reserve has a second one. */
  readonly keys: readonly string[];
  readonly fixed?: boolean;
  /** Commands that differ only in their last key share a line of the sheet: `commands.family.{family}`. */
  readonly family?: 'sections' | 'headings' | 'lists' | 'marks';
  /** True if the key works while a text field or the report has the focus. */
  readonly inText?: boolean;
}

export const COMMANDS = [
  { id: 'palette', group: 'everywhere', keys: ['Ctrl+K'], inText: true },
  { id: 'search', group: 'everywhere', keys: ['Ctrl+Shift+F'], inText: true },
  { id: 'newExam', group: 'everywhere', keys: ['Ctrl+N', 'Alt+N'], inText: true },
  { id: 'nextPane', group: 'everywhere', keys: ['F6'], inText: true },
  { id: 'previousPane', group: 'everywhere', keys: ['Shift+F6'], inText: true },
  { id: 'lock', group: 'everywhere', keys: ['Ctrl+Alt+L'], inText: true },
  { id: 'handbook', group: 'everywhere', keys: ['F1'], inText: true },
  { id: 'shortcuts', group: 'everywhere', keys: [] },
  { id: 'newPatient', group: 'everywhere', keys: [] },
  { id: 'fetch', group: 'everywhere', keys: [] },
  { id: 'importRecords', group: 'everywhere', keys: [] },
  { id: 'starterSet', group: 'everywhere', keys: [] },
  { id: 'samplePractice', group: 'everywhere', keys: [] },
  { id: 'goWorklist', group: 'everywhere', keys: [] },
  { id: 'goPatients', group: 'everywhere', keys: [] },
  { id: 'goTemplates', group: 'everywhere', keys: [] },
  { id: 'goFiles', group: 'everywhere', keys: [] },
  { id: 'goTrash', group: 'everywhere', keys: [] },
  { id: 'goFollowUps', group: 'everywhere', keys: [] },
  { id: 'goCritical', group: 'everywhere', keys: [] },
  { id: 'goSettings', group: 'everywhere', keys: [] },
  { id: 'themeLight', group: 'everywhere', keys: [] },
  { id: 'themeDark', group: 'everywhere', keys: [] },
  { id: 'themeDim', group: 'everywhere', keys: [] },
  { id: 'zoomIn', group: 'everywhere', keys: [] },
  { id: 'zoomOut', group: 'everywhere', keys: [] },
  { id: 'saveDraft', group: 'work', keys: ['Ctrl+S'], inText: true },
  { id: 'seal', group: 'work', keys: ['Ctrl+Enter'], inText: true },
  { id: 'sign', group: 'work', keys: ['Ctrl+Shift+Enter'], inText: true },
  { id: 'signAndNext', group: 'work', keys: ['Ctrl+Alt+Enter'], inText: true },
  { id: 'history', group: 'work', keys: ['Ctrl+Shift+H'], inText: true },
  { id: 'journal', group: 'work', keys: ['F4'], inText: true },
  { id: 'recovered', group: 'work', keys: [] },
  { id: 'prior', group: 'work', keys: ['Ctrl+Shift+P'], inText: true },
  { id: 'startFromPrior', group: 'work', keys: [] },
  { id: 'pictures', group: 'work', keys: ['F7'], inText: true },
  { id: 'signatures', group: 'work', keys: [] },
  { id: 'print', group: 'work', keys: ['Ctrl+P'], inText: true },
  { id: 'sealReason', group: 'work', keys: [] },
  { id: 'addendum', group: 'work', keys: [] },
  { id: 'amend', group: 'work', keys: [] },
  { id: 'giveOut', group: 'work', keys: [] },
  { id: 'handOver', group: 'work', keys: [] },
  { id: 'sendMessage', group: 'work', keys: [] },
  { id: 'healthLink', group: 'work', keys: [] },
  { id: 'deidentify', group: 'work', keys: [] },
  { id: 'saveDicom', group: 'work', keys: [] },
  { id: 'critical', group: 'work', keys: [] },
  { id: 'followUp', group: 'work', keys: [] },
  { id: 'examSheet', group: 'work', keys: ['F2'], inText: true },
  { id: 'enteredInError', group: 'work', keys: [] },
  { id: 'archive', group: 'work', keys: [] },
  { id: 'moveToTrash', group: 'work', keys: [] },
  { id: 'nextUnfilled', group: 'fields', keys: ['F8'], inText: true },
  { id: 'previousUnfilled', group: 'fields', keys: ['Shift+F8'], inText: true },
  { id: 'allNormal', group: 'fields', keys: [] },
  { id: 'nextField', group: 'fields', keys: ['Tab'], fixed: true },
  { id: 'previousField', group: 'fields', keys: ['Shift+Tab'], fixed: true },
  { id: 'openPickList', group: 'fields', keys: ['Ctrl+Space', 'Alt+Down'], inText: true },
  { id: 'acceptField', group: 'fields', keys: ['Enter'], fixed: true },
  { id: 'leaveEditor', group: 'fields', keys: ['Esc'], fixed: true },
  { id: 'section1', group: 'text', keys: ['Ctrl+1'], inText: true, family: 'sections' },
  { id: 'section2', group: 'text', keys: ['Ctrl+2'], inText: true, family: 'sections' },
  { id: 'section3', group: 'text', keys: ['Ctrl+3'], inText: true, family: 'sections' },
  { id: 'section4', group: 'text', keys: ['Ctrl+4'], inText: true, family: 'sections' },
  { id: 'section5', group: 'text', keys: ['Ctrl+5'], inText: true, family: 'sections' },
  { id: 'section6', group: 'text', keys: ['Ctrl+6'], inText: true, family: 'sections' },
  { id: 'find', group: 'text', keys: ['Ctrl+F'], inText: true },
  { id: 'spelling', group: 'text', keys: ['Ctrl+.'], inText: true },
  { id: 'heading1', group: 'text', keys: ['Ctrl+Alt+1'], inText: true, family: 'headings' },
  { id: 'heading2', group: 'text', keys: ['Ctrl+Alt+2'], inText: true, family: 'headings' },
  { id: 'heading3', group: 'text', keys: ['Ctrl+Alt+3'], inText: true, family: 'headings' },
  { id: 'plainText', group: 'text', keys: ['Ctrl+Alt+0'], inText: true, family: 'headings' },
  { id: 'numberedList', group: 'text', keys: ['Ctrl+Shift+7'], inText: true, family: 'lists' },
  { id: 'bulletList', group: 'text', keys: ['Ctrl+Shift+8'], inText: true, family: 'lists' },
  { id: 'quote', group: 'text', keys: ['Ctrl+Shift+9'], inText: true, family: 'lists' },
  { id: 'bold', group: 'text', keys: ['Ctrl+B'], inText: true, family: 'marks' },
  { id: 'italic', group: 'text', keys: ['Ctrl+I'], inText: true, family: 'marks' },
  { id: 'underline', group: 'text', keys: ['Ctrl+U'], inText: true, family: 'marks' },
  { id: 'template', group: 'text', keys: ['F9'], inText: true },
  { id: 'macros', group: 'text', keys: [] },
  { id: 'symbols', group: 'text', keys: [] },
  { id: 'toolbar', group: 'text', keys: ['Alt+F10'], inText: true },
  { id: 'insertTable', group: 'tables', keys: [] },
  { id: 'measurementTable', group: 'tables', keys: [] },
  { id: 'fillPrior', group: 'tables', keys: [] },
  { id: 'changeSentences', group: 'tables', keys: [] },
  { id: 'nextCell', group: 'tables', keys: ['Tab'], fixed: true },
  { id: 'measurementRow', group: 'tables', keys: ['Ctrl+Shift+M'], inText: true },
  { id: 'moveInList', group: 'worklist', keys: ['Up', 'Down'], fixed: true },
  { id: 'openReport', group: 'worklist', keys: ['Enter'], fixed: true },
  { id: 'nextToReport', group: 'worklist', keys: ['Alt+U'], inText: true },
  { id: 'nextExam', group: 'worklist', keys: ['Ctrl+PageDown', 'Alt+PageDown'], inText: true },
  { id: 'previousExam', group: 'worklist', keys: ['Ctrl+PageUp', 'Alt+PageUp'], inText: true },
  { id: 'pictureScroll', group: 'pictures', keys: ['S'], fixed: true },
  { id: 'pictureWindow', group: 'pictures', keys: ['W'], fixed: true },
  { id: 'pictureZoom', group: 'pictures', keys: ['Z'], fixed: true },
  { id: 'picturePan', group: 'pictures', keys: ['P'], fixed: true },
  { id: 'pictureLength', group: 'pictures', keys: ['L'], fixed: true },
  { id: 'pictureAngle', group: 'pictures', keys: ['A'], fixed: true },
  { id: 'pictureEllipse', group: 'pictures', keys: ['E'], fixed: true },
  { id: 'pictureArrow', group: 'pictures', keys: ['T'], fixed: true },
  { id: 'pictureIntoField', group: 'pictures', keys: ['M'], fixed: true },
  { id: 'pictureKeyImage', group: 'pictures', keys: ['K'], fixed: true },
  { id: 'picturePresets', group: 'pictures', keys: ['1', '2', '3'], fixed: true },
  { id: 'picturePage', group: 'pictures', keys: ['PageUp', 'PageDown'], fixed: true },
  { id: 'pictureTurn', group: 'pictures', keys: ['O'], fixed: true },
  { id: 'pictureInvert', group: 'pictures', keys: ['I'], fixed: true },
  { id: 'pictureOverlays', group: 'pictures', keys: ['V'], fixed: true },
  { id: 'pictureReset', group: 'pictures', keys: ['R'], fixed: true },
  { id: 'pictureTiles', group: 'pictures', keys: ['Alt+1', 'Alt+2', 'Alt+4'], fixed: true },
  { id: 'pictureCine', group: 'pictures', keys: ['Space'], fixed: true },
] as const satisfies readonly CommandRow[];

export type CommandId = (typeof COMMANDS)[number]['id'];

export interface Command extends CommandRow {
  readonly id: CommandId;
}

export const COMMAND_BY_ID: ReadonlyMap<CommandId, Command> = new Map(
  COMMANDS.map((command): [CommandId, Command] => [command.id, command]),
);
