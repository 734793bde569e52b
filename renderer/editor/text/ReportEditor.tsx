/**
 * The report editor: Lexical with its textbox, connected to the editing session. A keystroke costs only a
 * check whether more than the selection changed.
 */

import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalExtensionComposer } from '@lexical/react/LexicalExtensionComposer';
import {
  configExtension,
  defineExtension,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
} from 'lexical';
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dropHeldKeys } from '#renderer/components/records/drop-held-keys.ts';
import { createIncomingVersionMerger } from '#renderer/editor/concurrent-edits/incoming-version-merger.ts';
import type { ReportText } from '#renderer/editor/editing-session/report-text.ts';
import { setReadyForKeys, takeHeldKeys } from '#renderer/state/unsaved/held-keys.ts';
import { htmlOfEditor } from '#report/dom/derive-html.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';
import { enterHeldKeys } from './caret/enter-held-keys.ts';
import { rememberCaret, restoreCaret } from './caret/restore-caret.ts';
import { ReportEditorExtension } from './report-editor-extension.ts';

/** Tag of updates that load a stored text; they are not edits. */
const OPENING_TAG = 'report-opening';

interface ReportEditorProps {
  readonly text: ReportText;
  /** Names the report, e.g. `exams/{id}`. */
  readonly slot: string;
  /** Increases whenever another text is loaded. */
  readonly epoch: number;
  readonly isEditable: boolean;
  /** Language of the report, for spelling, dictation and numbers. */
  readonly language: string;
  readonly onEdit: () => void;
  /** Shown around the textbox, inside the editor's context. */
  readonly children: (textbox: ReactNode) => ReactNode;
}

export function ReportEditor({
  text,
  slot,
  epoch,
  isEditable,
  language,
  onEdit,
  children,
}: ReportEditorProps) {
  // One editor per mounted screen; loading another report replaces its text.
  const extension = useMemo(
    () =>
      defineExtension({
        name: '@vault/report-window',
        $initialEditorState: JSON.stringify(sanitiseState(text.opening()).state),
        dependencies: [configExtension(ReportEditorExtension, {})],
      }),
    [text],
  );
  return (
    <LexicalExtensionComposer extension={extension} contentEditable={null}>
      <Wiring text={text} slot={slot} epoch={epoch} isEditable={isEditable} onEdit={onEdit} />
      {children(<ReportTextbox isEditable={isEditable} language={language} />)}
    </LexicalExtensionComposer>
  );
}

function ReportTextbox({ isEditable, language }: Pick<ReportEditorProps, 'isEditable' | 'language'>) {
  const { t } = useTranslation();
  return (
    <ContentEditable
      className="report"
      data-pane-start=""
      data-testid="report"
      role="textbox"
      lang={language}
      aria-label={t('editor.report')}
      aria-multiline={true}
      aria-readonly={!isEditable}
      spellCheck={true}
      tabIndex={0}
    />
  );
}

function Wiring({ text, slot, epoch, isEditable, onEdit }: Omit<ReportEditorProps, 'children' | 'language'>) {
  const [editor] = useLexicalComposerContext();
  // A layout effect, because an ordinary effect would enable the textbox only after the next key.
  useLayoutEffect(() => editor.setEditable(isEditable), [editor, isEditable]);
  useEffect(() => {
    const {
      mergeSections: takeIn,
      markNew,
      clearHighlights: unmarkNew,
      stop,
    } = createIncomingVersionMerger(editor);
    const detach = text.attach({
      lexical: () => JSON.stringify(editor.getEditorState()),
      html: () => htmlOfEditor(editor),
      replace: (state) => putState(editor, state),
      takeIn,
      markNew,
      unmarkNew,
    });
    return () => {
      detach();
      stop();
    };
  }, [editor, text]);
  useEffect(
    () =>
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
        if (tags.has(OPENING_TAG) || (tags.has(HISTORY_MERGE_TAG) && !tags.has(HISTORIC_TAG))) return;
        if (editor.isComposing()) return;
        onEdit();
      }),
    [editor, onEdit],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its own place
  useEffect(() => {
    restoreCaret(editor, slot);
    return () => rememberCaret(editor, slot);
  }, [editor, slot, epoch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys were held until the report opened
  useEffect(() => {
    if (isEditable) enterHeldKeys(editor, takeHeldKeys(slot));
    else dropHeldKeys();
    return setReadyForKeys(slot);
  }, [editor, slot]);
  return null;
}

function putState(editor: LexicalEditor, state: LexicalStateJson): void {
  const next = editor.parseEditorState(JSON.stringify(sanitiseState(state).state));
  editor.setEditorState(next, { tag: OPENING_TAG });
}
