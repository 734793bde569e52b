/**
 * The report as it is written: the Lexical editor, its textbox, and the wiring to the work on the report.
 * A keystroke costs no more here than looking whether anything but the selection changed.
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
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlOfEditor } from '#report/derive-html.ts';
import type { LexicalStateJson } from '#report/lexical-state.ts';
import { knownState } from '#report/state/known-state.ts';
import type { ReportText } from '../work/report-text.ts';
import { ReportEditorExtension } from './report-editor-extension.ts';

/** Set on updates that put a stored text in place: they are no edits. */
export const OPENING_TAG = 'report-opening';

interface ReportEditorProps {
  readonly text: ReportText;
  readonly isEditable: boolean;
  readonly onEdit: () => void;
  /** Shown around the textbox, inside the editor's context. */
  readonly children: (textbox: ReactNode) => ReactNode;
}

export function ReportEditor({ text, isEditable, onEdit, children }: ReportEditorProps) {
  // One editor per mounted screen: another text is put into it, not another editor made.
  const extension = useMemo(
    () =>
      defineExtension({
        name: '@vault/report-window',
        $initialEditorState: JSON.stringify(knownState(text.opening()).state),
        dependencies: [configExtension(ReportEditorExtension, {})],
      }),
    [text],
  );
  return (
    <LexicalExtensionComposer extension={extension} contentEditable={null}>
      <Wiring text={text} isEditable={isEditable} onEdit={onEdit} />
      {children(<ReportTextbox isEditable={isEditable} />)}
    </LexicalExtensionComposer>
  );
}

function ReportTextbox({ isEditable }: { readonly isEditable: boolean }) {
  const { t } = useTranslation();
  return (
    <ContentEditable
      className="report"
      data-pane-start=""
      data-testid="report"
      role="textbox"
      aria-label={t('editor.report')}
      aria-multiline={true}
      aria-readonly={!isEditable}
      spellCheck={true}
      tabIndex={0}
    />
  );
}

function Wiring({ text, isEditable, onEdit }: Omit<ReportEditorProps, 'children'>) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => editor.setEditable(isEditable), [editor, isEditable]);
  useEffect(
    () =>
      text.attach({
        lexical: () => JSON.stringify(editor.getEditorState()),
        html: () => htmlOfEditor(editor),
        replace: (state) => putState(editor, state),
      }),
    [editor, text],
  );
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
  return null;
}

function putState(editor: LexicalEditor, state: LexicalStateJson): void {
  const next = editor.parseEditorState(JSON.stringify(knownState(state).state));
  editor.setEditorState(next, { tag: OPENING_TAG });
}
