/**
 * The exams of one patient as a virtual grid, newest first. An exam without an available key is listed without its
 * content.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell, HeadCell } from '#renderer/components/lists/Cell.tsx';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { changedAt, shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';

interface PatientExamsProps {
  readonly exams: readonly ExamRow[];
  readonly fileCounts: ReadonlyMap<string, number>;
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

export function PatientExams({ exams, fileCounts, selectedId, onSelect }: PatientExamsProps) {
  const { t } = useTranslation();
  const items = useMemo(
    () => exams.map((row) => ({ kind: 'row', key: row.id, value: row }) as const),
    [exams],
  );
  if (exams.length === 0) {
    return <EmptyState icon="state-draft" title={t('patients.noExams')} text={t('patients.noExamsText')} />;
  }
  return (
    <VirtualGrid
      label={t('worklist.grid')}
      className="px"
      head={
        <>
          <HeadCell label={t('patients.columnDate')} sorted="descending" />
          <HeadCell label={t('patients.columnExam')} />
          <HeadCell label={t('worklist.columnModality')} hidden />
          <HeadCell label={t('worklist.columnState')} />
          <HeadCell label={t('patients.columnVersion')} numeric />
          <HeadCell label={t('worklist.columnChanged')} numeric />
          <HeadCell label={t('patients.columnFiles')} numeric />
        </>
      }
      items={items}
      selectedKey={selectedId}
      onSelect={onSelect}
      onOpen={(id) => navigate(['exams', id])}
      rowClass={(row) => (row.summary === null ? 'off' : '')}
      renderRow={(row) => (
        <>
          <Cell>{row.summary?.exam_date ? shortDay(row.summary.exam_date) : null}</Cell>
          <Cell className="p">{row.summary?.title ?? t('worklist.untitled')}</Cell>
          <Cell className="mod">{row.summary?.modality}</Cell>
          <Cell>
            <StateBadge state={rowState(row)} />
          </Cell>
          <Cell className="num mid">{row.seq}</Cell>
          <Cell className="num dim">{changedAt(row.updated_at)}</Cell>
          <Cell className="num dim">{count(fileCounts.get(row.id) ?? 0)}</Cell>
        </>
      )}
    />
  );
}
