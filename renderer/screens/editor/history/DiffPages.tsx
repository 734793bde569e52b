/** Shows a comparison side by side or in one text. Unchanged sections are collapsed. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import type { BlockDiff, ReportDiff } from '#report/review/diff-report.ts';
import { DiffBlock } from './DiffBlock.tsx';
import { VersionHead } from './VersionHead.tsx';
import type { VersionRow } from './version-rows.tsx';

export type DiffLayout = 'sides' | 'one';

interface DiffPagesProps {
  readonly diff: ReportDiff;
  readonly layout: DiffLayout;
  readonly before: VersionRow | undefined;
  readonly after: VersionRow | undefined;
}

export function DiffPages({ diff, layout, before, after }: DiffPagesProps) {
  const groups = useMemo(() => groupsOf(diff.blocks), [diff]);
  return (
    <>
      <div className={`sxs-h${layout === 'one' ? ' one' : ''}`}>
        {before ? <VersionHead row={before} /> : null}
        {after ? <VersionHead row={after} /> : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard */}
      <div className={`sxs-b${layout === 'one' ? ' one' : ''}`} tabIndex={0}>
        {groups.map((group) =>
          group.isSame ? (
            <Folded key={group.key} group={group} layout={layout} />
          ) : (
            <Pairs key={group.key} blocks={group.blocks} layout={layout} />
          ),
        )}
      </div>
    </>
  );
}

interface Group {
  readonly key: string;
  readonly sections: readonly string[];
  readonly isSame: boolean;
  readonly blocks: readonly BlockDiff[];
}

/** Groups sections in order; adjacent unchanged sections become one collapsed group. */
function groupsOf(blocks: readonly BlockDiff[]): Group[] {
  const sections: { name: string; blocks: BlockDiff[] }[] = [];
  for (const block of blocks) {
    const name = block.unit.section;
    const last = sections.at(-1);
    if (last && last.name === name) last.blocks.push(block);
    else sections.push({ name, blocks: [block] });
  }
  const groups: Group[] = [];
  for (const [at, section] of sections.entries()) {
    const isSame = section.blocks.every((block) => block.change === 'same');
    const last = groups.at(-1);
    const names = section.name === '' ? [] : [section.name];
    if (isSame && last?.isSame) {
      groups[groups.length - 1] = {
        ...last,
        sections: [...last.sections, ...names],
        blocks: [...last.blocks, ...section.blocks],
      };
    } else {
      groups.push({ key: `${at}-${section.name}`, sections: names, isSame, blocks: section.blocks });
    }
  }
  return groups;
}

function Pairs({ blocks, layout }: { readonly blocks: readonly BlockDiff[]; readonly layout: DiffLayout }) {
  return withKeys(blocks, (block) => block.unit.key).map(({ key, item: block }) => (
    <div
      key={key}
      className={`pair${layout === 'one' ? ' one' : ''}`}
      data-change={block.change === 'same' ? undefined : block.change}
      tabIndex={block.change === 'same' ? undefined : -1}
    >
      {layout === 'one' ? (
        <DiffBlock block={block} side="both" />
      ) : (
        <>
          <DiffBlock block={block} side="before" />
          <DiffBlock block={block} side="after" />
        </>
      )}
    </div>
  ));
}

function Folded({ group, layout }: { readonly group: Group; readonly layout: DiffLayout }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <Pairs blocks={group.blocks} layout={layout} />;
  const names = group.sections.length > 0 ? group.sections.join(', ') : t('review.conflict.beginning');
  return (
    <div className="fold">
      <Icon name="more" />
      {t('review.history.same', { sections: names })}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t('common.show')}
      </button>
    </div>
  );
}
