import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useMyCosignRequests } from '#renderer/lists/cosign-store.ts';
import { useDraftTracked } from '#renderer/lists/draft-tracked.ts';
import { isDue, trackedItems } from '#renderer/lists/follow-up-rows.ts';
import { showBase } from '#renderer/lists/worklist/worklist-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { useNow } from '#renderer/state/use-now.ts';

/** Summary above the exams: follow-ups due or overdue, and requests to co-sign. Empty if there are none. */
export function DueSummary() {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const drafts = useDraftTracked((state) => state.byExam);
  const now = useNow();
  const due = useMemo(() => trackedItems(exams, now, drafts).filter(isDue), [exams, now, drafts]);
  const asked = useMyCosignRequests((state) => state.requests);
  const toCosign = [...asked.values()].filter(({ state }) => state === 'awaited').length;
  if (due.length === 0 && toCosign === 0) return null;
  const critical = due.filter((item) => item.kind === 'critical').length;
  const followUps = due.length - critical;
  return (
    <p className="due-line" role="status">
      {critical > 0 ? (
        <Link className="state s-error" to={['worklist', 'critical']}>
          <Icon name="state-overdue" />
          {t('tracked.dueCritical', { count: critical, number: count(critical) })}
        </Link>
      ) : null}
      {followUps > 0 ? (
        <Link className="state s-draft" to={['worklist', 'follow-ups']}>
          <Icon name="follow-up" />
          {t('tracked.dueFollowUps', { count: followUps, number: count(followUps) })}
        </Link>
      ) : null}
      {toCosign > 0 ? (
        <button type="button" className="state s-draft" onClick={() => showBase('to_cosign')}>
          <Icon name="signature" />
          {t('worklist.askedToCosign', { count: toCosign, number: count(toCosign) })}
        </button>
      ) : null}
    </p>
  );
}
