/**
 * Toolbar of the report: one tab stop, arrows move inside, Alt F10 enters, Esc leaves. Offers neither colours
 * nor fonts.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { FORMAT_TEXT_COMMAND, REDO_COMMAND, type TextFormatType, UNDO_COMMAND } from 'lexical';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { runCommand, useCommand } from '#renderer/commands/command-registry.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { Menu, type MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import type { TextSummary } from '#renderer/editor/editing-session/text-summary.ts';
import { insertSymbol, toggleList } from '#renderer/editor/text/block-actions.ts';
import { type CaretPlace, useCanUndo } from '#renderer/editor/text/caret/caret-context.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import { openDialog, showFind, togglePanel, useView } from '#renderer/screens/editor/view-store.ts';
import { SectionMenu } from './SectionMenu.tsx';
import { ToolButton } from './ToolButton.tsx';
import { useFieldItems, useTableItems } from './tool-menus.ts';
import { useRovingTabStop } from './use-roving-tab-stop.ts';

const SYMBOLS = ['±', 'µ', '×', '≤', '≥', '°', '²', '³', '≈', '→', 'Ø', '–'] as const;

interface ReportToolbarProps {
  readonly place: CaretPlace;
  readonly summary: TextSummary;
}

export function ReportToolbar({ place, summary }: ReportToolbarProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { documents } = useEditingSession();
  const bar = useRef<HTMLDivElement>(null);
  const onArrow = useRovingTabStop(bar);
  const can = useCanUndo();
  const finding = useView((state) => state.finding);
  const panel = useView((state) => (state.pictures ? undefined : state.panel));
  const fieldItems = useFieldItems(editor, documents.resource);
  const tableItems = useTableItems(editor, place.inTable);
  useCommand('toolbar', () => bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus());

  const format = (kind: TextFormatType) => editor.dispatchCommand(FORMAT_TEXT_COMMAND, kind);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      focusReport(editor);
    } else {
      onArrow(event);
    }
  };
  const symbolItems: MenuItem[] = SYMBOLS.map((symbol) => ({
    id: symbol,
    label: symbol,
    run: () => insertSymbol(editor, symbol),
  }));
  return (
    <section aria-label={t('editor.tools')}>
      <div
        className="toolbar"
        role="toolbar"
        aria-label={t('editor.toolbar')}
        ref={bar}
        onKeyDown={onKeyDown}
      >
        <div className="grp">
          <ToolButton
            label={t('editor.tool.undo')}
            icon="undo"
            hint={chordText('Ctrl+Z')}
            unavailable={!can.undo}
            onPress={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
          />
          <ToolButton
            label={t('editor.tool.redo')}
            icon="redo"
            hint={chordText('Ctrl+Y')}
            unavailable={!can.redo}
            onPress={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
          />
        </div>
        <SectionMenu place={place} summary={summary} />
        <div className="grp">
          <ToolButton
            label={t('editor.tool.bold')}
            command="bold"
            className="letter"
            pressed={place.bold}
            onPress={() => format('bold')}
          >
            <b>B</b>
          </ToolButton>
          <ToolButton
            label={t('editor.tool.italic')}
            command="italic"
            className="letter"
            pressed={place.italic}
            onPress={() => format('italic')}
          >
            <i>I</i>
          </ToolButton>
          <ToolButton
            label={t('editor.tool.underline')}
            command="underline"
            className="letter"
            pressed={place.underline}
            onPress={() => format('underline')}
          >
            <u>U</u>
          </ToolButton>
        </div>
        <div className="grp">
          <ToolButton
            label={t('editor.tool.bullets')}
            icon="bullets"
            command="bulletList"
            pressed={place.list === 'bullet'}
            onPress={() => toggleList(editor, 'bullet')}
          />
          <ToolButton
            label={t('editor.tool.numbers')}
            icon="numbers"
            command="numberedList"
            pressed={place.list === 'number'}
            onPress={() => toggleList(editor, 'number')}
          />
        </div>
        <Menu
          label={t('editor.tool.table')}
          items={tableItems}
          buttonClass="tool"
          leavesFocus
          buttonLabel={t('editor.tool.table')}
        >
          <Icon name="table" />
          <span>{t('editor.tool.table')}</span>
        </Menu>
        <Menu
          label={t('editor.tool.field')}
          items={fieldItems}
          buttonClass="tool"
          leavesFocus
          buttonLabel={t('editor.tool.field')}
        >
          <Icon name="field" />
          <span>{t('editor.tool.field')}</span>
        </Menu>
        <ToolButton
          label={t('editor.tool.template')}
          icon="template"
          command="template"
          showsWord
          onPress={() => runCommand('template')}
        />
        <ToolButton
          label={t('editor.tool.macro')}
          icon="macro"
          hint="."
          showsWord
          onPress={() => openDialog('new_macro')}
        />
        <Menu
          label={t('editor.tool.symbols')}
          items={symbolItems}
          columns={4}
          buttonClass="tool"
          leavesFocus
          buttonLabel={t('editor.tool.symbols')}
          buttonId="symbols-menu"
        >
          <Icon name="symbols" />
          <span>{t('editor.tool.symbols')}</span>
        </Menu>
        <ToolButton
          label={t('editor.tool.find')}
          icon="search"
          command="find"
          showsWord
          pressed={finding}
          onPress={() => showFind(!finding)}
        />
        <span className="gap" />
        {documents.resource === 'exams' ? (
          <ToolButton
            label={t('editor.tool.prior')}
            icon="prior"
            command="prior"
            showsWord
            pressed={panel === 'prior'}
            onPress={() => togglePanel('prior')}
          />
        ) : null}
        <ToolButton
          label={t('editor.tool.history')}
          icon="history"
          command="history"
          showsWord
          pressed={panel === 'history'}
          onPress={() => runCommand('history')}
        />
      </div>
    </section>
  );
}
