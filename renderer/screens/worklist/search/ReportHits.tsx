/** Reports whose text has the searched words: the sentences with the words marked, and whose report it is. */
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextMatch } from '#contract/search/text-matches.ts';
import { Cell, HeadCell } from '#renderer/components/lists/Cell.tsx';
import { VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { selectExam, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { dayInList } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showSentence } from '#renderer/state/shell/sentence-to-show.ts';
import type { FoundReport } from './report-search.ts';
import { searchAgain, useReportSearch } from './report-search.ts';
import { SearchHints } from './SearchHints.tsx';

export interface ReportHit extends FoundReport {
  readonly row: ExamRow;
}

interface ReportHitsProps {
  readonly text: string;
  readonly hits: readonly ReportHit[];
  readonly selectedId: string | undefined;
}

export function ReportHits({ text, hits, selectedId }: ReportHitsProps) {
  const { t } = useTranslation();
  const { isLoading, error, hasMore } = useReportSearch();
  const items = useMemo(() => hits.map((hit) => ({ kind: 'row', key: hit.id, value: hit }) as const), [hits]);
  useEffect(() => useWorklist.setState({ order: hits.map(({ id }) => id) }), [hits]);
  const open = (id: string) => {
    const sentence = hits.find((hit) => hit.id === id)?.matches[0]?.text;
    if (sentence !== undefined) showSentence(id, sentence);
    navigate(['exams', id]);
  };
  if (error !== undefined) return <ErrorRegion error={error} onRetry={() => searchAgain(text)} />;
  if (hits.length === 0) {
    return (
      <div className="after">
        {isLoading ? (
          <EmptyState icon="state-working" turning title={t('reportSearch.searching')} />
        ) : (
          <EmptyState
            icon="search"
            title={t(text === '' ? 'reportSearch.type' : 'reportSearch.nothing')}
            text={t('reportSearch.where')}
          />
        )}
        <SearchHints />
      </div>
    );
  }
  const heads = [
    t('reportSearch.columnSentence'),
    t('reportSearch.columnPatient'),
    t('worklist.columnModality'),
    t('worklist.columnDate'),
    t('worklist.columnState'),
  ];
  return (
    <VirtualGrid
      label={t('reportSearch.grid')}
      className="rh"
      head={heads.map((label, at) => <HeadCell key={label} label={label} numeric={at === 3} />)}
      items={items}
      selectedKey={selectedId}
      onSelect={selectExam}
      onOpen={open}
      renderRow={(hit) => <HitCells hit={hit} />}
      after={
        <>
          <p className="end">
            {hasMore ? `${t('reportSearch.first', { number: count(hits.length) })} ` : null}
            {t('reportSearch.where')}
          </p>
          <SearchHints />
        </>
      }
    />
  );
}

function HitCells({ hit: { matches, isDraft, row } }: { readonly hit: ReportHit }) {
  const { t } = useTranslation();
  const { summary } = row;
  return (
    <>
      <Cell className="said">
        {matches.map((match) => (
          <span key={`${match.section} ${match.text}`} className="hit">
            <q>
              <Marked match={match} />
            </q>
            <i>{[match.section, isDraft ? t('reportSearch.yourDraft') : ''].filter(Boolean).join(', ')}</i>
          </span>
        ))}
      </Cell>
      <Cell className="whose">
        <b>{summary?.patient_name ?? t('worklist.noPatient')}</b>
        <span className="vh">, </span>
        <i>{summary?.title ?? t('worklist.untitled')}</i>
      </Cell>
      <Cell className="mod">{summary?.modality}</Cell>
      <Cell className="num mid">{summary?.exam_date ? dayInList(summary.exam_date) : null}</Cell>
      <Cell>
        <StateBadge state={rowState(row)} />
      </Cell>
    </>
  );
}

function Marked({ match: { text, marks } }: { readonly match: TextMatch }) {
  return (
    <>
      {marks.map(([from, to], at) => (
        <span key={from}>
          {text.slice(marks[at - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
