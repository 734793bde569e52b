/** Assembles the live Lexical editor: report nodes, undo, dictation by Dragon and all editor behaviours. */
import { DragonExtension } from '@lexical/dragon';
import { HistoryExtension } from '@lexical/history';
import { configExtension, defineExtension, type LexicalEditor, mergeRegister } from 'lexical';
import { registerFieldFilling } from '#renderer/editor/fields/mark-filled-fields.ts';
import { registerFieldEmptying } from '#renderer/editor/fields/protection/field-emptying.ts';
import { registerFieldReplacing } from '#renderer/editor/fields/replace-field-text.ts';
import { registerPressedField } from '#renderer/editor/fields/select-pressed-field.ts';
import { registerFieldEdge } from '#renderer/editor/fields/type-at-field-edge.ts';
import { registerMacroGhost } from '#renderer/editor/insert/macros/macro-ghost.ts';
import { registerMeasurementCells } from '#renderer/editor/tables/measurement-cells.ts';
import { registerTableStyling } from '#renderer/editor/tables/table-styling.ts';
import { ReportExtension } from '#report/nodes/report-node-set.ts';
import { registerSectionMarks } from './assign-section-codes.ts';
import { registerKeepFocus } from './caret/keep-focus.ts';
import { registerCleanPaste } from './clean-paste.ts';
import { registerDragonChanges } from './dictation/dragon-changes.ts';
import { registerVoiceCommands } from './dictation/voice-commands.ts';
import { registerEditorKeys } from './editor-keys.ts';
import { registerListRepair } from './list-repair.ts';

/** Number of undo steps; each keeps a whole editor state. */
const UNDO_MAX_DEPTH = 200;

export const ReportEditorExtension = defineExtension({
  name: '@vault/report-editor',
  namespace: 'report',
  theme: {
    table: 'mt',
    text: {
      bold: 'tb',
      italic: 'ti',
      underline: 'tu',
      strikethrough: 'ts',
      underlineStrikethrough: 'tu ts',
    },
    reportField: 'rf',
    tableScrollableWrapper: 'table-scroll',
    tableSelection: 'cells-selected',
    tableCellSelected: 'cell-selected',
    list: { nested: { listitem: 'nested' } },
  },
  dependencies: [
    ReportExtension,
    configExtension(HistoryExtension, { maxDepth: UNDO_MAX_DEPTH }),
    DragonExtension,
  ],
  onError: (error: Error) => {
    throw error;
  },
  register: (editor: LexicalEditor) =>
    mergeRegister(
      registerKeepFocus(editor),
      registerEditorKeys(editor),
      registerVoiceCommands(editor),
      registerDragonChanges(editor),
      registerFieldReplacing(editor),
      registerFieldEmptying(editor),
      registerFieldEdge(editor),
      registerFieldFilling(editor),
      registerPressedField(editor),
      registerListRepair(editor),
      registerCleanPaste(editor),
      registerSectionMarks(editor),
      registerTableStyling(editor),
      registerMeasurementCells(editor),
      registerMacroGhost(editor),
    ),
});
