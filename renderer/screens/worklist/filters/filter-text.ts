/** Describes active filters as chips: name, value, and the change that removes each. */
import type { TFunction } from 'i18next';
import type { ExamFilter } from '#renderer/lists/worklist/exam-filter.ts';
import { shortDay } from '#renderer/messages/dates.ts';

export interface FilterChip {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly without: Partial<ExamFilter>;
}

/**
 * Formats a date bound, which may be shorter than a day (`2026-05`) and end with the mark of an inclusive
 * end.
 */
function boundText(bound: string): string {
  const day = bound.replace('~', '');
  return day.length === 10 ? shortDay(`${day}T00:00:00.000Z`) : day;
}

function dateValue({ date_from, date_to }: ExamFilter, t: TFunction): string {
  if (date_from !== undefined && date_to !== undefined) {
    const [from, to] = [boundText(date_from), boundText(date_to)];
    return from === to ? from : t('worklist.filterDateSpan', { from, to });
  }
  return date_from !== undefined
    ? t('worklist.filterDateSince', { day: boundText(date_from) })
    : t('worklist.filterDateUntil', { day: boundText(date_to ?? '') });
}

export function filterWords(filter: ExamFilter, t: TFunction): FilterChip[] {
  const chips: FilterChip[] = [];
  if (filter.date_from !== undefined || filter.date_to !== undefined) {
    const without = { date_from: undefined, date_to: undefined };
    chips.push({ key: 'date', name: t('worklist.filterDate'), value: dateValue(filter, t), without });
  }
  if (filter.modalities.length > 0) {
    const value = filter.modalities.join(', ');
    chips.push({ key: 'modality', name: t('worklist.modality'), value, without: { modalities: [] } });
  }
  if (filter.states.length > 0) {
    const value = filter.states.map((state) => t(`states.${state}`)).join(', ');
    chips.push({ key: 'state', name: t('worklist.filterState'), value, without: { states: [] } });
  }
  if (filter.has_draft) {
    chips.push({ key: 'draft', name: t('worklist.filterDraft'), value: '', without: { has_draft: false } });
  }
  if (filter.tags.length > 0) {
    const value = filter.tags.join(', ');
    chips.push({ key: 'tag', name: t('worklist.filterTag'), value, without: { tags: [] } });
  }
  if (filter.identifier !== undefined) {
    const without = { identifier: undefined };
    chips.push({ key: 'id', name: t('worklist.filterId'), value: filter.identifier, without });
  }
  if (filter.words.length > 0) {
    const value = filter.words.join(' ');
    chips.push({ key: 'words', name: t('worklist.filterWords'), value, without: { words: [] } });
  }
  return chips;
}
