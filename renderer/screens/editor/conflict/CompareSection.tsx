/**
 * One section of the three-way comparison after a version conflict: merge base, incoming version and own text. Only
 * a section that both sides changed needs a choice.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { type ThreeWayRow, threeWayRows } from '#renderer/editor/review/three-way-blocks.ts';
import { DiffBlock } from '#renderer/screens/editor/history/DiffBlock.tsx';
import { deriveHtml } from '#report/dom/derive-html.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import type { BlockDiff } from '#report/review/diff-report.ts';
import type { MergeChoice, SectionMerge } from '#report/review/merge-sections.ts';
import { useSideWords } from './use-sync-conflict.ts';

interface CompareSectionProps {
  readonly id: string;
  readonly row: SectionMerge;
  readonly choice: MergeChoice | undefined;
  readonly isRenewed: boolean;
  readonly onChoose: (choice: MergeChoice) => void;
}

export function CompareSection({ id, row, choice, isRenewed, onChoose }: CompareSectionProps) {
  const { t } = useTranslation();
  const sides = useSideWords();
  const seq = useEditingState(baseSeq);
  const title = row.title || t('review.conflict.beginning');
  const rows = useMemo(() => threeWayRows(htmlOf(row.base), htmlOf(row.theirs), htmlOf(row.mine)), [row]);
  return (
    <section className="tri" id={id} aria-label={title}>
      <header>
        {row.code ? <code>{row.code}</code> : null}
        <h3>{title}</h3>
        <WhyChanged row={row} />
        {isRenewed ? (
          <span className="why s-conflict">
            <Icon name="state-conflict" />
            {sides('renewed')}
          </span>
        ) : null}
        <span className="gap" />
        <ChoiceTrack title={title} row={row} choice={choice} onChoose={onChoose} />
      </header>
      <div className="cells">
        {withKeys(rows, (cells) => cells.base?.unit.key ?? '').map(({ key, item }) => (
          <ThreeCells key={key} cells={item} choice={choice} seq={seq} />
        ))}
      </div>
    </section>
  );
}

function takeClass(choice: MergeChoice | undefined, side: 'theirs' | 'mine'): string {
  return choice === side || choice === 'both' ? 'take' : '';
}

/** Returns the section's HTML without its heading, which is shown above. */
function htmlOf(nodes: readonly LexicalNodeJson[] | null): string {
  if (nodes === null) return '';
  const body = nodes[0]?.type === 'heading' ? nodes.slice(1) : nodes;
  return body.length === 0 ? '' : deriveHtml(rootOf(body));
}

interface ThreeCellsProps {
  readonly cells: ThreeWayRow;
  readonly choice: MergeChoice | undefined;
  readonly seq: number;
}

function ThreeCells({ cells, choice, seq }: ThreeCellsProps) {
  const { t } = useTranslation();
  const asBase = <p className="same">{t('review.conflict.asBase', { seq })}</p>;
  const { base } = cells;
  const sides = useSideWords();
  const theirSeq = useEditingState((state) => theirVersion(state)?.seq ?? 0);
  return (
    <>
      <div className="base">
        <p className="whose">{t('review.conflict.baseHead', { seq })}</p>
        {base ? <DiffBlock block={base} side="both" /> : <p className="same">{t('review.conflict.gone')}</p>}
      </div>
      <div className={takeClass(choice, 'theirs')}>
        <p className="whose">{sides('theirsHead', { seq: theirSeq })}</p>
        {cells.theirs ? <Blocks blocks={cells.theirs} /> : asBase}
      </div>
      <div className={takeClass(choice, 'mine')}>
        <p className="whose">{sides('mineHead')}</p>
        {cells.mine ? <Blocks blocks={cells.mine} /> : asBase}
      </div>
    </>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly BlockDiff[] }) {
  return withKeys(blocks, (block) => block.unit.key).map(({ key, item }) => (
    <DiffBlock key={key} block={item} side="both" />
  ));
}

function WhyChanged({ row }: { readonly row: SectionMerge }) {
  const { t } = useTranslation();
  const sides = useSideWords();
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
      {row.changedBy === 'theirs' ? sides('onlyTheirs') : t('review.conflict.onlyMine')}
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

/** Radio track for the choice of a side; unlike other tracks it may have no choice yet. */
function ChoiceTrack({ title, row, choice, onChoose }: ChoiceTrackProps) {
  const { t } = useTranslation();
  const sides = useSideWords();
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
            const next =
              step === undefined ? undefined : CHOICES[(at + step + CHOICES.length) % CHOICES.length];
            if (next === undefined) return;
            event.preventDefault();
            onChoose(next);
            const track = event.currentTarget.parentElement;
            track?.querySelectorAll<HTMLElement>('[role="radio"]')[CHOICES.indexOf(next)]?.focus();
          }}
        >
          {choice === known ? <Icon name="check" size={14} /> : null}
          {known === 'theirs' ? sides('theirs') : t(`review.conflict.${known}`)}
        </button>
      ))}
    </span>
  );
}
