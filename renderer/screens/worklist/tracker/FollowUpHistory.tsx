import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/documents/follow-ups.ts';
import { changedInList, dayInList } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

interface WhatHappenedProps {
  readonly followUp: FollowUp;
  readonly exams: ReadonlyMap<string, ExamRow>;
  readonly doneElsewhere: ExamRow | undefined;
}

/** History of a follow-up: recommended, postponed, closed, with person and time. */
export function FollowUpHistory({ followUp, exams, doneElsewhere }: WhatHappenedProps) {
  const { t } = useTranslation();
  const day = (iso: string) => dayInList(`${iso}T00:00:00.000Z`);
  const { done, moved, made_at, made_by, stood_under = [] } = followUp;
  const lines: { what: string; at: string; who: string }[] = [
    { what: t('tracked.happened.made'), at: made_at, who: made_by },
    ...moved.map(({ from, to, moved_at, moved_by }) => ({
      what: t('tracked.happened.moved', { from: day(from), to: day(to) }),
      at: moved_at,
      who: moved_by,
    })),
  ];
  const patients = patientCache.use((state) => state.rows);
  for (const { patient_id, until, done: before } of stood_under) {
    const name = patients.get(patient_id)?.summary?.display_name ?? patient_id;
    const what = t(before ? 'tracked.happened.stoodDone' : 'tracked.happened.stood', { name });
    lines.push({ what, at: until, who: before?.done_by ?? '' });
  }
  if (doneElsewhere) {
    const title = doneElsewhere.summary?.title ?? t('worklist.untitled');
    lines.push({ what: t('tracked.happened.doneElsewhere', { title }), at: '', who: '' });
  }
  if (done) {
    const what =
      done.exam_id === null
        ? t('tracked.doneFor', { reason: done.reason ?? '' })
        : t('tracked.doneBy', { title: exams.get(done.exam_id)?.summary?.title ?? t('worklist.untitled') });
    lines.push({ what, at: done.done_at, who: done.done_by });
  }
  return (
    <>
      <h3 className="sec">{t('tracked.whatHappened')}</h3>
      <ul className="pv-list fu-past">
        {lines.map(({ what, at, who }) => (
          <li key={`${at}${what}`}>
            <span>{what}</span>
            <span className="dim">{[at && changedInList(at), who].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
