/** List of unmatched studies, newest first, with one tab stop; arrows move the selection. */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { WaitingStudy } from '#renderer/lists/unmatched-studies-store.ts';
import { clockTime } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';

interface StudyListProps {
  readonly studies: readonly WaitingStudy[];
  readonly selected: WaitingStudy | undefined;
  readonly onSelect: (examId: string) => void;
}

export function StudyList({ studies, selected, onSelect }: StudyListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = selected && studies[studies.indexOf(selected) + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onSelect(next.exam_id);
    list.current?.querySelector<HTMLElement>(`[data-exam="${next.exam_id}"]`)?.focus();
  };
  return (
    <div ref={list} className="studies">
      {studies.map((study) => (
        <button
          key={study.exam_id}
          type="button"
          className="study"
          data-exam={study.exam_id}
          aria-current={study === selected ? 'true' : undefined}
          tabIndex={study === selected ? 0 : -1}
          onClick={() => onSelect(study.exam_id)}
          onKeyDown={onKeyDown}
        >
          <b>{sentName(study.sent.name) || t('match.noName')}</b>
          <span className="num">{clockTime(study.received_at)}</span>
          <span className="w">{lineOf(study)}</span>
          <span className="w state s-draft">
            <Icon name="state-unmatched" />
            {nearLine(study)}
          </span>
        </button>
      ))}
    </div>
  );

  function lineOf({ title: said, images, study_instance_uid }: WaitingStudy): string {
    const title = said ?? t('worklist.untitled');
    if (study_instance_uid === '') return t('match.examLine', { title });
    return t('match.studyLine', { count: images, number: count(images), title });
  }

  function nearLine({ candidates, sent }: WaitingStudy): string {
    if (candidates.length === 0) return t('match.nothingNear');
    const near = t('match.near', { count: candidates.length, number: count(candidates.length) });
    return sent.birth_date === null ? `${near}, ${t('match.noBirthDate')}` : near;
  }
}

/** Formats `Family^Given` for reading. */
export function sentName(name: string | null): string {
  const [family = '', given = ''] = (name ?? '').split('^');
  return [family.trim(), given.trim()].filter(Boolean).join(', ');
}
