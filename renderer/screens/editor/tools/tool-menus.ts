/** Entries of the toolbar's field and table menus. */
import type { TFunction } from 'i18next';
import type { LexicalEditor } from 'lexical';
import { useTranslation } from 'react-i18next';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import type { MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import type { ReportResource } from '#renderer/editor/editing-session/report-documents.ts';
import { useActiveField } from '#renderer/editor/fields/active-field.ts';
import { fillAllNormal } from '#renderer/editor/fields/fill-all-normal.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import * as tables from '#renderer/editor/tables/table-actions.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';

export function useFieldItems(editor: LexicalEditor, resource: ReportResource): MenuItem[] {
  const { t } = useTranslation();
  const next = useKeyHint('nextUnfilled');
  const previous = useKeyHint('previousUnfilled');
  const choose = useKeyHint('openPickList');
  const isInField = useActiveField((active) => active.editor === editor && active.key !== undefined);
  const create: MenuItem = {
    id: 'create',
    label: t('editor.field.create'),
    icon: 'plus',
    run: () => openDialog('new_field'),
  };
  const code: MenuItem = {
    id: 'code',
    label: t('editor.field.giveCode'),
    run: () => openDialog('field_code'),
  };
  const fill: MenuItem[] = [
    { id: 'next', label: t('editor.field.next'), hint: next.hint, run: () => runCommand('nextUnfilled') },
    {
      id: 'previous',
      label: t('editor.field.previous'),
      hint: previous.hint,
      run: () => runCommand('previousUnfilled'),
    },
    {
      id: 'choose',
      label: t('editor.field.choose'),
      hint: choose.hint,
      run: () => runCommand('openPickList'),
    },
    { id: 'normal', label: t('editor.outline.allNormal'), run: () => fillAllNormal(editor) },
  ];
  const own = isInField ? [create, code] : [create];
  return resource === 'templates' ? [...own, ...fill] : [...fill, ...own];
}

/** Head texts of a new measurement table; `t` translates into the report's language. */
export function measurementWords(t: TFunction) {
  return {
    lesion: t('editor.table.lesion'),
    baseline: t('editor.table.baseline'),
    prior: t('editor.table.prior'),
    today: t('editor.table.today'),
    change: t('editor.table.change'),
    sum: t('editor.table.sum'),
  };
}

export function useTableItems(editor: LexicalEditor, inTable: boolean): MenuItem[] {
  const { t } = useTranslation();
  const row = useKeyHint('measurementRow');
  const words = useReportTranslations();
  const fresh: MenuItem[] = [
    { id: 'new', label: t('editor.table.insert'), icon: 'table', run: () => tables.insertTable(editor) },
    {
      id: 'measurements',
      label: t('editor.table.measurements'),
      icon: 'measure',
      run: () => tables.insertMeasurements(editor, measurementWords(words.t)),
    },
  ];
  if (!inTable) return fresh;
  return [
    {
      id: 'below',
      label: t('editor.table.rowBelow'),
      hint: row.hint,
      run: () => tables.addRow(editor, true),
    },
    { id: 'above', label: t('editor.table.rowAbove'), run: () => tables.addRow(editor, false) },
    { id: 'left', label: t('editor.table.columnLeft'), run: () => tables.addColumn(editor, false) },
    { id: 'right', label: t('editor.table.columnRight'), run: () => tables.addColumn(editor, true) },
    {
      id: 'sum',
      label: t('editor.table.recist'),
      icon: 'sum',
      run: () => tables.computeTable(editor),
    },
    {
      id: 'delete-row',
      label: t('editor.table.deleteRow'),
      danger: true,
      run: () => tables.deleteRow(editor),
    },
    {
      id: 'delete-column',
      label: t('editor.table.deleteColumn'),
      danger: true,
      run: () => tables.deleteColumn(editor),
    },
    {
      id: 'delete',
      label: t('editor.table.deleteTable'),
      danger: true,
      run: () => tables.deleteTable(editor),
    },
    ...fresh,
  ];
}
