/** Content of an empty worklist: loading, no match, everything filtered out, or no exam at all. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { isFiltered, NO_FILTER } from '#renderer/lists/worklist/exam-filter.ts';
import { showBase, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { setSearch } from '#renderer/state/shell/search-store.ts';
import { filterWords } from './filters/filter-text.ts';
import { SearchHints } from './search/SearchHints.tsx';
import type { WorklistRows } from './use-worklist-rows.ts';

interface WorklistEmptyProps {
  readonly rows: WorklistRows;
  readonly progress: 'empty' | 'partial' | 'complete' | 'failed';
}

/**
 * Names the next step for an empty list; for one emptied by filters, the filters and how many exams they
 * hide.
 */
export function WorklistEmpty({ rows, progress }: WorklistEmptyProps) {
  const { t } = useTranslation();
  const total = examCache.use((state) => state.rows.size);
  const { filter, searching, baseRows } = rows;
  if (progress === 'empty' || progress === 'partial') {
    return <EmptyState icon="state-working" turning title={t('worklist.loadingRows')} />;
  }
  if (progress === 'failed') return null;
  if (searching) {
    return (
      <div className="after">
        <EmptyState icon="search" title={t('worklist.searchNothing')} text={t('worklist.searchNothingText')}>
          <Button size="s" hint="Esc" onPress={() => setSearch('')}>
            {t('worklist.clearSearch')}
          </Button>
        </EmptyState>
        <SearchHints />
      </div>
    );
  }
  if (isFiltered(filter)) {
    const names = filterWords(filter, t).map(({ name, value }) => `${name} ${value}`.trim());
    const filters = names.join(` ${t('worklist.and')} `);
    const hidden = { count: baseRows.length, number: count(baseRows.length) };
    return (
      <EmptyState
        icon="filter"
        title={t('worklist.filteredTitle', { filters })}
        text={t('worklist.filteredText', hidden)}
      >
        <Button size="s" onPress={() => useWorklist.setState({ filter: NO_FILTER })}>
          {t('worklist.clearFilters')}
        </Button>
      </EmptyState>
    );
  }
  if (total > 0) {
    return (
      <EmptyState
        icon="list"
        title={t('worklist.emptyBase')}
        text={t('worklist.emptyBaseText', { number: count(total) })}
      >
        <Button size="s" onPress={() => showBase('all')}>
          {t('worklist.showAll')}
        </Button>
      </EmptyState>
    );
  }
  return <EmptyState icon="state-draft" title={t('worklist.emptyTitle')} />;
}
