/** Computes the palette's entries by group for the typed text. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { isFoundBy } from '#records/summaries.ts';
import { availableCommands, runCommand } from '#renderer/commands/command-registry.ts';
import type { Command } from '#renderer/commands/command-table.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { hintKey } from '#renderer/commands/keymap.ts';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { rowState, STATE_LOOKS } from '#renderer/components/records/record-state.ts';
import { useRecentExams } from '#renderer/lists/recent-exams.ts';
import { BASES } from '#renderer/lists/worklist/exam-filter.ts';
import { savedViews, showSavedView } from '#renderer/lists/worklist/saved-views.ts';
import { showBase } from '#renderer/lists/worklist/worklist-store.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { hits, rankCommands } from './rank-entries.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly detail?: string;
  readonly hint?: string | undefined;
  /** Additional search words. */
  readonly also?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const RECORDS_MAX = 6;
const ICONS: Partial<Record<Command['id'], IconName>> = {
  search: 'search',
  newExam: 'plus',
  newPatient: 'person',
  fetch: 'fetch',
  importRecords: 'upload',
  starterSet: 'template',
  samplePractice: 'eye',
  lock: 'lock',
  handbook: 'state-info',
  signatures: 'signature',
  shortcuts: 'keyboard',
  goWorklist: 'list',
  goPatients: 'people',
  goTemplates: 'template',
  goFiles: 'folder',
  goTrash: 'trash',
  goFollowUps: 'follow-up',
  goCritical: 'flag',
  goSettings: 'settings',
  themeLight: 'theme',
  themeDark: 'theme',
  themeDim: 'theme',
  prior: 'prior',
  print: 'printer',
  history: 'history',
  seal: 'state-sealed',
  sign: 'state-final',
  addendum: 'state-addendum',
  amend: 'state-amended',
  critical: 'state-overdue',
  followUp: 'follow-up',
  archive: 'archive',
  moveToTrash: 'trash',
  symbols: 'symbols',
  insertTable: 'table',
  measurementTable: 'measure',
};

function commandEntries(commands: readonly Command[], t: TFunction): PaletteEntry[] {
  return commands.map((command) => {
    const keys = hintKey(command);
    return {
      id: command.id,
      icon: ICONS[command.id] ?? 'arrow-right',
      label: t(`commands.${command.id}`),
      also: alsoOf(command.id, t),
      hint: keys === undefined ? undefined : chordText(keys),
      run: () => runCommand(command.id),
    };
  });
}

/** Commands with search words besides their names. */
const ALSO = [
  'fetch',
  'giveOut',
  'print',
  'recovered',
  'signatures',
  'importRecords',
  'starterSet',
  'samplePractice',
  'goSettings',
  'moveToTrash',
  'history',
  'seal',
  'goTrash',
  'examSheet',
  'pictures',
  'addendum',
  'enteredInError',
  'goFiles',
] as const satisfies readonly Command['id'][];

function alsoOf(id: Command['id'], t: TFunction): string {
  const found = ALSO.find((known) => known === id);
  return found === undefined ? '' : t(`commands.also.${found}`);
}

export function usePaletteGroups(wanted: readonly string[]): { groups: PaletteGroup[]; total: number } {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const patients = patientCache.use((state) => state.rows);
  const templates = templateCache.use((state) => state.rows);
  const values = usePreferences((state) => state.values);
  const recentIds = useRecentExams((state) => state.ids);
  return useMemo(() => {
    const commands = availableCommands().filter(({ id }) => id !== 'palette');
    const here = commandEntries(commands.filter(isOfReport), t);
    const everywhere = commandEntries(
      commands.filter((command) => !isOfReport(command)),
      t,
    );
    const views = viewEntries(values, t);
    const templateList = [...templates.values()].flatMap((row): PaletteEntry[] =>
      row.summary === null || row.is_deleted
        ? []
        : [
            {
              id: row.id,
              icon: 'template',
              label: row.summary.title ?? '',
              detail: row.summary.modality ?? '',
              run: () => navigate(['templates', row.id]),
            },
          ],
    );
    const recent = recentIds.flatMap((id) => {
      const row = exams.get(id);
      return row?.summary && !row.is_deleted ? examEntry(row, row.summary, t, 'recent-') : [];
    });
    const { first, last } = rankCommands(here, wanted);
    const groups = [
      { title: t('commands.groupHere'), entries: first },
      { title: t('commands.groupRecent'), entries: wanted.length === 0 ? recent : [] },
      { title: t('commands.group.everywhere'), entries: hits(everywhere, wanted) },
      { title: t('commands.groupViews'), entries: hits(views, wanted) },
      { title: t('commands.groupRecords'), entries: recordEntries(patients, exams, wanted, t) },
      { title: t('commands.groupTemplates'), entries: hits(templateList, wanted).slice(0, RECORDS_MAX) },
      { title: t('commands.groupChanging'), entries: last },
    ];
    const total =
      here.length + everywhere.length + views.length + patients.size + exams.size + templateList.length;
    return { groups, total };
  }, [t, exams, patients, templates, values, recentIds, wanted]);
}

function isOfReport({ group, id }: Command): boolean {
  return group !== 'everywhere' && id !== 'nextExam' && id !== 'previousExam';
}

function viewEntries(values: Readonly<Record<string, unknown>>, t: TFunction): PaletteEntry[] {
  const show = (act: () => void) => () => {
    act();
    navigate(['worklist']);
  };
  return [
    ...BASES.map(
      (base): PaletteEntry => ({
        id: `view-${base}`,
        icon: 'list',
        label: t(`worklist.base.${base}`),
        run: show(() => showBase(base)),
      }),
    ),
    ...savedViews(values).map(
      (view): PaletteEntry => ({
        id: `view-${view.id}`,
        icon: 'filter',
        label: view.name,
        run: show(() => showSavedView(view)),
      }),
    ),
  ];
}

function recordEntries(
  patients: ReadonlyMap<string, PatientRow>,
  exams: ReadonlyMap<string, ExamRow>,
  wanted: readonly string[],
  t: TFunction,
): PaletteEntry[] {
  const found: PaletteEntry[] = [];
  for (const row of patients.values()) {
    if (found.length >= RECORDS_MAX) break;
    if (row.summary === null || row.is_deleted || !isFoundBy(row.summary, wanted)) continue;
    const identifier = mainIdentifier(row.summary.identifiers);
    found.push({
      id: row.id,
      icon: 'person',
      label: row.summary.display_name,
      detail: identifier ? identifierText(identifier) : '',
      run: () => navigate(['patients', row.id]),
    });
  }
  const foundExams: PaletteEntry[] = [];
  for (const row of exams.values()) {
    if (foundExams.length >= RECORDS_MAX) break;
    const { summary } = row;
    if (summary === null || row.is_deleted || !isFoundBy(summary, wanted)) continue;
    foundExams.push(examEntry(row, summary, t));
  }
  return [...found, ...foundExams];
}

function examEntry(
  row: ExamRow,
  summary: NonNullable<ExamRow['summary']>,
  t: TFunction,
  prefix = '',
): PaletteEntry {
  const date = summary.exam_date ? shortDay(summary.exam_date) : '';
  return {
    id: `${prefix}${row.id}`,
    icon: STATE_LOOKS[rowState(row)].icon,
    label: summary.title ?? t('worklist.untitled'),
    detail: [summary.patient_name, date].filter(Boolean).join(', '),
    run: () => navigate(['exams', row.id]),
  };
}
