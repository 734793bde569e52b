import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { isDue, trackedItems } from '#renderer/lists/tracked.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examDirectory } from '#renderer/state/directory/directories.ts';
import { useNow } from '#renderer/state/use-now.ts';

/** Above the day's exams: what else is due today or late. Nothing where nothing is. */
export function DueLine() {
  const { t } = useTranslation();
  const exams = examDirectory.use((state) => state.rows);
  const now = useNow();
  const due = useMemo(() => trackedItems(exams, now).filter(isDue), [exams, now]);
  if (due.length === 0) return null;
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
    </p>
  );
}
