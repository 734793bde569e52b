/**
 * Details of one recommended follow-up in the tracker. A later exam that fits is suggested; a person decides
 * whether it closes the follow-up.
 */
import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/documents/follow-ups.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { rowState } from '#renderer/components/records/record-state.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { laterExams, type TrackedFollowUp } from '#renderer/lists/follow-up-rows.ts';
import { longDay, shortDay } from '#renderer/messages/dates.ts';
import { usePreview } from '#renderer/screens/worklist/preview/use-preview.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { CloseWithReason } from './CloseWithReason.tsx';
import { FollowUpHistory } from './FollowUpHistory.tsx';
import { changeFollowUp } from './tracker-actions.ts';

interface FollowUpPanelProps {
  readonly item: TrackedFollowUp;
  readonly mayWrite: boolean;
}

export function FollowUpPanel({ item, mayWrite }: FollowUpPanelProps) {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const me = useSession((state) => state.session?.principal.display_name ?? '');
  const { impression } = usePreview(item.row);
  const { error, act } = useAsyncAction();
  const { row, followUp, fit } = item;
  const later = laterExams(row, exams);
  const finish = (how: { exam_id: string | null; reason: string | null } | undefined) => {
    const done = how ? { ...how, done_by: me, done_at: new Date().toISOString() } : null;
    const change = (known: FollowUp) => ({ ...known, done });
    return changeFollowUp(row.id, followUp.follow_up_id, change, t('tracked.reasonFollowUp'));
  };
  const doneBy = (exam: ExamRow) => act(() => finish({ exam_id: exam.id, reason: null }));
  const nameOf = (exam: ExamRow) =>
    `${exam.summary?.title ?? t('worklist.untitled')}, ${shortDay(exam.summary?.exam_date ?? exam.updated_at)}`;
  return (
    <>
      <h3 className="sec">{followUp.text}</h3>
      <dl className="dl">
        <dt>{t('tracked.due')}</dt>
        <dd>{longDay(`${followUp.due}T00:00:00.000Z`)}</dd>
        <dt>{t('tracked.whose')}</dt>
        <dd>{followUp.whose}</dd>
        <dt>{t('tracked.from')}</dt>
        <dd>
          <Link className="link" to={['exams', row.id]}>
            {nameOf(row)}
          </Link>
        </dd>
      </dl>
      {impression && impression.length > 0 ? <p className="quote">{impression.join(' ')}</p> : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      {followUp.done || !mayWrite ? null : (
        <>
          {fit ? (
            <>
              <h3 className="sec">{t('tracked.fit')}</h3>
              <p>
                <b>{fit.summary?.title ?? t('worklist.untitled')}</b>
              </p>
              <p className="mid">
                {shortDay(fit.summary?.exam_date ?? fit.updated_at)}, {t('tracked.sameModality')}
              </p>
              <p>
                <StateBadge state={rowState(fit)} />
              </p>
            </>
          ) : (
            <h3 className="sec">{t('tracked.linkExam')}</h3>
          )}
          <div className="acts2">
            {fit ? (
              <Button kind="primary" onPress={() => doneBy(fit)}>
                {t('tracked.doneByThis')}
              </Button>
            ) : null}
            {later.length > (fit ? 1 : 0) ? (
              <Menu
                label={t('tracked.another')}
                buttonClass="btn quiet"
                items={later
                  .filter((exam) => exam.id !== fit?.id)
                  .map((exam) => ({ id: exam.id, label: nameOf(exam), run: () => void doneBy(exam) }))}
              >
                {t('tracked.another')}
              </Menu>
            ) : null}
            {later.length === 0 ? <p className="dim">{t('tracked.noLater')}</p> : null}
          </div>
          <CloseWithReason
            itemKey={item.key}
            key={followUp.follow_up_id}
            onDone={(reason) => finish({ exam_id: null, reason })}
          />
        </>
      )}
      {followUp.done && mayWrite ? (
        <div className="acts2">
          <Button onPress={() => act(() => finish(undefined))}>{t('tracked.reopen')}</Button>
        </div>
      ) : null}
      <FollowUpHistory followUp={followUp} exams={exams} doneElsewhere={item.doneElsewhere} />
    </>
  );
}
