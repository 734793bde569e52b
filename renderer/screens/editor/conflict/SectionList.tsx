import { useTranslation } from 'react-i18next';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import type { MergeChoice, SectionMerge } from '#report/review/merge-sections.ts';
import { useSideWords } from './use-sync-conflict.ts';

interface SectionListProps {
  readonly rows: readonly SectionMerge[];
  readonly choiceOf: (at: number) => MergeChoice | undefined;
}

/** List of sections with the side each is taken from. */
export function SectionList({ rows, choiceOf }: SectionListProps) {
  const { t } = useTranslation();
  const sides = useSideWords();
  const wordOf = (at: number): string => {
    const choice = choiceOf(at);
    if (choice === undefined) return t('review.conflict.choose');
    if (choice === 'both') return t('review.conflict.bothShort');
    return choice === 'mine' ? t('review.conflict.yours') : sides('theirsShort');
  };
  return (
    <>
      <h2 className="side-h">{t('review.conflict.sections')}</h2>
      <ol>
        {withKeys(rows, (row) => row.code ?? row.title).map(({ key, item: row }, at) => (
          <li key={key}>
            <a
              href={`#merge-${at}`}
              className={row.changedBy === 'nobody' ? 'same' : undefined}
              onClick={(event) => {
                event.preventDefault();
                const section = document.getElementById(`merge-${at}`);
                section?.scrollIntoView({ block: 'start' });
                section?.querySelector<HTMLElement>('[role="radio"]')?.focus();
              }}
            >
              <span className="n">{at + 1}</span>
              <span className="lbl">{row.title || t('review.conflict.beginning')}</span>
              {row.changedBy === 'nobody' ? null : (
                <span className={`f${choiceOf(at) === undefined ? ' both' : ''}`}>{wordOf(at)}</span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
