/** Sorts the worklist and inserts group headings: today, yesterday, last week, then months. */
import i18next from 'i18next';
import { nameSortKey } from '#records/identity/compare-demographics.ts';
import type { GridItem } from '#renderer/components/lists/VirtualGrid.tsx';
import { rowState } from '#renderer/components/records/record-state.ts';
import { fullDay, localDayKey } from '#renderer/messages/dates.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { examDay } from './exam-filter.ts';

export const SORT_COLUMNS = ['state', 'patient', 'exam', 'exam_date', 'version', 'changed'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface ExamSort {
  readonly by: SortColumn;
  readonly descending: boolean;
}

export const DEFAULT_SORT: ExamSort = { by: 'exam_date', descending: true };

/** Returns the sort value of a column. */
function sortValue(row: ExamRow, by: SortColumn): string | number {
  switch (by) {
    case 'state':
      return rowState(row);
    case 'patient':
      return nameSortKey(row.summary?.patient_name ?? '');
    case 'exam':
      return row.summary?.title ?? '';
    case 'version':
      return row.seq;
    case 'changed':
      return row.updated_at;
    default:
      return row.summary?.exam_date ?? row.updated_at;
  }
}

export function sortExams(rows: readonly ExamRow[], { by, descending }: ExamSort): ExamRow[] {
  const sign = descending ? -1 : 1;
  const words = by === 'patient' || by === 'exam';
  const collator = words ? new Intl.Collator(localeTag()) : undefined;
  const keyed = rows.map((row) => ({ row, value: sortValue(row, by) }));
  keyed.sort((a, b) => {
    const order =
      collator !== undefined
        ? collator.compare(String(a.value), String(b.value))
        : a.value < b.value
          ? -1
          : a.value > b.value
            ? 1
            : 0;
    // Equal rows are sorted by last change, newest first.
    return order * sign || (a.row.updated_at < b.row.updated_at ? 1 : -1);
  });
  return keyed.map(({ row }) => row);
}

interface Group {
  readonly key: string;
  readonly title: string;
  /** Date span of the group; undefined shows only the count. */
  readonly span: string | undefined;
}

const addDays = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the Monday of the week. */
function weekStart(date: Date): Date {
  return addDays(date, -((date.getDay() + 6) % 7));
}

/**
 * Creates a function that maps a date (`YYYY-MM-DD`) to its group. Created once per list, because formatters
 * are costly.
 */
function grouper(now: Date): (day: string) => Group {
  const today = localDayKey(now);
  const yesterday = localDayKey(addDays(now, -1));
  const monday = weekStart(now);
  const lastMonday = addDays(monday, -7);
  const locale = localeTag();
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const range = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const span = (from: Date, to: Date) => range.formatRange(from, to);
  const local = (day: string) =>
    new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
  return (day) => {
    if (day > today) return { key: 'planned', title: i18next.t('worklist.groupPlanned'), span: undefined };
    if (day === today)
      return { key: 'today', title: i18next.t('worklist.groupToday'), span: fullDay(`${day}T00:00:00.000Z`) };
    if (day === yesterday) {
      return {
        key: 'yesterday',
        title: i18next.t('worklist.groupYesterday'),
        span: fullDay(`${day}T00:00:00.000Z`),
      };
    }
    if (day >= localDayKey(monday)) {
      return {
        key: 'week',
        title: i18next.t('worklist.groupThisWeek'),
        span: span(monday, addDays(monday, 6)),
      };
    }
    if (day >= localDayKey(lastMonday)) {
      return {
        key: 'last_week',
        title: i18next.t('worklist.groupLastWeek'),
        span: span(lastMonday, addDays(lastMonday, 6)),
      };
    }
    return { key: day.slice(0, 7), title: month.format(local(day)), span: undefined };
  };
}

/** Returns the rows with a heading before each group; without headings if not sorted by exam date. */
export function gridItems(rows: readonly ExamRow[], grouped: boolean, now = new Date()): GridItem<ExamRow>[] {
  if (!grouped) return rows.map((row) => ({ kind: 'row', key: row.id, value: row }));
  const groupOf = grouper(now);
  const known = new Map<string, Group>();
  const items: GridItem<ExamRow>[] = [];
  let members: ExamRow[] = [];
  let current: Group | undefined;
  const flush = () => {
    if (!current) return;
    const total = i18next.t('worklist.exams', { count: members.length, number: count(members.length) });
    const detail = current.span === undefined ? total : `${current.span}, ${total}`;
    items.push({ kind: 'group', key: `group-${current.key}`, title: current.title, detail });
    items.push(...members.map((row) => ({ kind: 'row', key: row.id, value: row }) as const));
    members = [];
  };
  for (const row of rows) {
    const day = examDay(row);
    const group = known.get(day) ?? groupOf(day);
    known.set(day, group);
    if (group.key !== current?.key) {
      flush();
      current = group;
    }
    members.push(row);
  }
  flush();
  return items;
}
