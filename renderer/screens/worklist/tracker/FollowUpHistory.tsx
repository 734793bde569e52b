import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/documents/follow-ups.ts';
import { changedInList, dayInList } from '#renderer/messages/dates.ts';
import type { ExamRow } from '#renderer/state/record-cache/row.ts';

interface WhatHappenedProps {
  readonly followUp: FollowUp;
  readonly exams: ReadonlyMap<string, ExamRow>;
}

/** Recommended, put off, done: by whom and when. */
export function FollowUpHistory({ followUp, exams }: WhatHappenedProps) {
  const { t } = useTranslation();
  const day = (iso: string) => dayInList(`${iso}T00:00:00.000Z`);
  const { done, moved, made_at, made_by } = followUp;
  const lines: { what: string; at: string; who: string }[] = [
    { what: t('tracked.happened.made'), at: made_at, who: made_by },
    ...moved.map(({ from, to, moved_at, moved_by }) => ({
      what: t('tracked.happened.moved', { from: day(from), to: day(to) }),
      at: moved_at,
      who: moved_by,
    })),
  ];
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
            <span className="dim">
              {changedInList(at)}, {who}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
