import { useTranslation } from 'react-i18next';
import { reportState } from '#records/reports/report-status.ts';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

interface PriorListProps {
  readonly priors: readonly ExamRow[];
  readonly shown: ExamRow;
  readonly onPick: (id: string) => void;
}

/** Number of priors listed; the buttons beside the heading reach the others. */
const LISTED_MAX = 6;

/** Lists the priors with their state, newest first; nothing where there is only one. */
export function PriorList({ priors, shown, onPick }: PriorListProps) {
  const { t } = useTranslation();
  if (priors.length < 2) return null;
  return (
    <ul className="prior-list" aria-label={t('review.prior.all')}>
      {priors.slice(0, LISTED_MAX).map(({ id, summary, created_at }) => (
        <li key={id}>
          <button
            type="button"
            className="link"
            aria-current={id === shown.id ? 'true' : undefined}
            onClick={() => onPick(id)}
          >
            {shortDay(summary?.exam_date ?? created_at)}, {summary?.title ?? t('editor.noTitle')}
          </button>
          <StateBadge state={reportState(summary?.report_status)} />
        </li>
      ))}
    </ul>
  );
}
