/**
 * Details of one critical result in the tracker: time of the finding, deadline for communication, and persons
 * informed.
 */
import { useTranslation } from 'react-i18next';
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import { communicatedForOtherPatient } from '#records/reports/critical-result.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { CriticalForm } from '#renderer/components/follow-ups/CriticalForm.tsx';
import { InformedUnderEarlierPatient } from '#renderer/components/follow-ups/InformedUnderEarlierPatient.tsx';
import type { TrackedCritical } from '#renderer/lists/follow-up-rows.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { keepCritical } from './tracker-actions.ts';

interface CriticalPanelProps {
  readonly item: TrackedCritical;
  readonly mayWrite: boolean;
}

export function CriticalPanel({ item, mayWrite }: CriticalPanelProps) {
  const { t } = useTranslation();
  const { critical, row } = item;
  const [open, setOpen] = useReopenedForm(`critical/${row.id}`);
  const isClosed = item.group === 'done';
  const elsewhere = communicatedForOtherPatient(critical);
  const keep = async (next: CriticalResult | undefined, reason: string) => {
    await keepCritical(row, next, reason);
    setOpen(false);
  };
  return (
    <>
      <h3 className="sec">{critical.finding}</h3>
      <dl className="dl">
        <dt>{t('review.critical.foundAt')}</dt>
        <dd>{changedAt(critical.found_at)}</dd>
        {isClosed ? null : (
          <>
            <dt>{t('tracked.tellUntil')}</dt>
            <dd>{changedAt(item.at)}</dd>
          </>
        )}
        <dt>{t('review.critical.toldWhom')}</dt>
        <dd className={critical.told_whom === '' ? 'dim' : ''}>
          {critical.told_whom || t('tracked.nobody')}
          {critical.told_at === '' ? '' : `, ${changedAt(critical.told_at)}`}
        </dd>
        {critical.told_before?.map((told) => (
          <dd key={told.told_at + told.patient_id} className={elsewhere ? 's-error' : 'dim'}>
            <InformedUnderEarlierPatient told={told} />
          </dd>
        ))}
        <dt>{t('tracked.from')}</dt>
        <dd>
          <Link className="link" to={['exams', row.id]}>
            {row.summary?.title ?? t('worklist.untitled')}
          </Link>
        </dd>
      </dl>
      {mayWrite ? (
        <div className="acts2">
          <Button kind={isClosed ? 'plain' : 'primary'} onPress={() => setOpen(true)}>
            {t(isClosed ? 'tracked.showTold' : 'tracked.recordTold')}
          </Button>
        </div>
      ) : null}
      {open ? (
        <CriticalForm
          examId={row.id}
          known={critical}
          patientId={row.patient_id}
          readOnly={false}
          onKeep={keep}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
