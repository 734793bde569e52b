/** View of unmatched studies, with the assignment of the selected one. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { readUnmatchedStudies, useUnmatchedStudies } from '#renderer/lists/unmatched-studies-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { MatchStudy } from './MatchStudy.tsx';
import { StudyList } from './StudyList.tsx';

export function UnmatchedStudies() {
  const { t } = useTranslation();
  const { studies, arrived, error, isRead } = useUnmatchedStudies();
  const [selectedId, setSelectedId] = useState<string>();
  const selected = studies.find(({ exam_id }) => exam_id === selectedId) ?? studies[0];
  useTitle(t('match.title'));
  useEffect(() => {
    void readUnmatchedStudies();
  }, []);
  const goOn = () => {
    const at = selected === undefined ? -1 : studies.indexOf(selected);
    setSelectedId((studies[at + 1] ?? studies[0])?.exam_id);
  };
  return (
    <>
      <section className="mlist" aria-label={t('match.studies')} data-pane>
        <div className="main-h">
          <h1>{t('match.title')}</h1>
          <span className="count" role="status">
            {t('match.count', { count: studies.length, number: count(studies.length) })}
          </span>
        </div>
        {arrived === null ? null : (
          <p className="dim note">
            {t('match.arrivedLine', {
              count: arrived.studies,
              number: count(arrived.studies),
              filed: count(arrived.filed),
              left: count(arrived.to_match),
            })}
          </p>
        )}
        {error === undefined ? null : (
          <ErrorNotice error={error} onRetry={() => void readUnmatchedStudies()} />
        )}
        <StudyList studies={studies} selected={selected} onSelect={setSelectedId} />
      </section>
      {selected === undefined ? (
        <main className="main" id="main" aria-label={t('match.title')} data-pane>
          {isRead ? <EmptyState icon="match" title={t('match.allMatched')} /> : null}
        </main>
      ) : (
        <MatchStudy key={selected.exam_id} study={selected} onLater={goOn} />
      )}
    </>
  );
}
