import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { rootOf } from '#renderer/editor/work/report-text.ts';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import { baseSeq } from '#renderer/editor/work/work-state.ts';
import { deriveHtml } from '#report/derive-html.ts';
import type { LexicalNodeJson } from '#report/lexical-state.ts';
import { diffReports } from '#report/review/diff-report.ts';
import type { MergeChoice, SectionMerge } from '#report/review/merge-sections.ts';
import { DiffBlock } from '../history/DiffBlock.tsx';

interface CompareSectionProps {
  readonly id: string;
  readonly row: SectionMerge;
  readonly choice: MergeChoice | undefined;
  readonly onChoose: (choice: MergeChoice) => void;
}

export function CompareSection({ id, row, choice, onChoose }: CompareSectionProps) {
  const { t } = useTranslation();
  const seq = useWorkState(baseSeq);
  const title = row.title || t('review.conflict.beginning');
  const html = useMemo(
    () => ({ base: htmlOf(row.base), theirs: htmlOf(row.theirs), mine: htmlOf(row.mine) }),
    [row],
  );
  const asBase = <p className="same">{t('review.conflict.asBase', { seq })}</p>;
  return (
    <section className="tri" id={id} aria-label={title}>
      <header>
        {row.code ? <code>{row.code}</code> : null}
        <h3>{title}</h3>
        <WhyChanged row={row} />
        <span className="gap" />
        <ChoiceTrack title={title} row={row} choice={choice} onChoose={onChoose} />
      </header>
      <div className="cells">
        <Cell before={html.base} after={html.base} className="base" />
        {html.theirs === html.base ? (
          asBase
        ) : (
          <Cell before={html.base} after={html.theirs} className={takeClass(choice, 'theirs')} />
        )}
        {html.mine === html.base ? (
          asBase
        ) : (
          <Cell before={html.base} after={html.mine} className={takeClass(choice, 'mine')} />
        )}
      </div>
    </section>
  );
}

function takeClass(choice: MergeChoice | undefined, side: 'theirs' | 'mine'): string {
  return choice === side || choice === 'both' ? 'take' : '';
}

/** Without the heading: it stands above. */
function htmlOf(nodes: readonly LexicalNodeJson[] | null): string {
  if (nodes === null) return '';
  const body = nodes[0]?.type === 'heading' ? nodes.slice(1) : nodes;
  return body.length === 0 ? '' : deriveHtml(rootOf(body));
}

interface CellProps {
  readonly before: string;
  readonly after: string;
  readonly className: string;
}

function Cell({ before, after, className }: CellProps) {
  const { t } = useTranslation();
  const diff = useMemo(() => diffReports(before, after), [before, after]);
  return (
    <div className={className}>
      {diff.blocks.length === 0 ? <p className="same">{t('review.conflict.gone')}</p> : null}
      {diff.blocks.map((block, at) => (
        <DiffBlock key={`${at}-${block.unit.key}`} block={block} side="both" />
      ))}
    </div>
  );
}

function WhyChanged({ row }: { readonly row: SectionMerge }) {
  const { t } = useTranslation();
  if (row.changedBy === 'nobody') return null;
  if (row.changedBy === 'both') {
    return (
      <span className="why s-conflict">
        <Icon name="state-conflict" />
        {t('review.conflict.bothChanged')}
      </span>
    );
  }
  return (
    <span className="why">
      {t(row.changedBy === 'theirs' ? 'review.conflict.onlyTheirs' : 'review.conflict.onlyMine')}
    </span>
  );
}

const CHOICES = ['theirs', 'mine', 'both'] as const satisfies readonly MergeChoice[];

interface ChoiceTrackProps {
  readonly title: string;
  readonly row: SectionMerge;
  readonly choice: MergeChoice | undefined;
  readonly onChoose: (choice: MergeChoice) => void;
}

/** Like other tracks, but it may stand without a choice. */
function ChoiceTrack({ title, row, choice, onChoose }: ChoiceTrackProps) {
  const { t } = useTranslation();
  if (row.changedBy === 'nobody') return null;
  return (
    <span className="seg" role="radiogroup" aria-label={t('review.conflict.take', { section: title })}>
      {CHOICES.map((known, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a track of buttons that behaves as one radio group
        <button
          key={known}
          type="button"
          role="radio"
          aria-checked={choice === known}
          tabIndex={choice === known || (choice === undefined && at === 0) ? 0 : -1}
          onClick={() => onChoose(known)}
          onKeyDown={(event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            const next = step === undefined ? undefined : CHOICES[(at + step + CHOICES.length) % CHOICES.length];
            if (next === undefined) return;
            event.preventDefault();
            onChoose(next);
            const track = event.currentTarget.parentElement;
            track?.querySelectorAll<HTMLElement>('[role="radio"]')[CHOICES.indexOf(next)]?.focus();
          }}
        >
          {choice === known ? <Icon name="check" size={14} /> : null}
          {t(`review.conflict.${known}`)}
        </button>
      ))}
    </span>
  );
}
