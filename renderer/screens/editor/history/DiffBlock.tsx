/** Shows one changed block: deleted words struck, added words underlined, tables cell by cell. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { styleTable } from '#renderer/editor/tables/table-styling.ts';
import { MARK_TAGS } from '#report/html/report-tree.ts';
import type { BlockDiff } from '#report/review/diff-report.ts';
import type { WordPart } from '#report/review/diff-words.ts';

/** Side of the comparison to show: before, after, or both in one text. */
export type DiffSide = 'before' | 'after' | 'both';

interface DiffBlockProps {
  readonly block: BlockDiff;
  readonly side: DiffSide;
}

export function DiffBlock({ block, side }: DiffBlockProps) {
  const { t } = useTranslation();
  const isGone =
    (block.change === 'added' && side === 'before') || (block.change === 'removed' && side === 'after');
  if (isGone) return <p className="gone vh-able">{t('review.history.noText')}</p>;
  const { unit } = block;
  if (unit.kind === 'table') return <DiffTable block={block} side={side} />;
  const words = <DiffWords words={block.words} side={side} />;
  if (unit.kind === 'heading') return <h2>{words}</h2>;
  if (unit.kind === 'rule') return <hr />;
  if (unit.kind === 'item') {
    return (
      <p
        className={`diff-item${unit.ordered ? ' ordered' : ''}`}
        style={{ marginInlineStart: `${unit.level * 1.25}rem` }}
      >
        {words}
      </p>
    );
  }
  return <p>{words}</p>;
}

function DiffTable({ block, side }: DiffBlockProps) {
  const box = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (box.current) styleTable(box.current);
  });
  const hasHead = block.unit.table?.rows[0]?.every((cell) => cell.header) ?? false;
  const shown = block.rows.filter(
    (row) =>
      !(row.change === 'added' && side === 'before') && !(row.change === 'removed' && side === 'after'),
  );
  return (
    <div>
      <table className="mt" ref={box}>
        <tbody>
          {withKeys(shown, (row) => row.change).map(({ key: rowKey, item: row }, at) => (
            <tr key={rowKey}>
              {withKeys(row.cells, () => 'cell').map(({ key, item: cell }) => {
                const Tag = hasHead && at === 0 ? 'th' : 'td';
                return (
                  <Tag key={key}>
                    <DiffWords words={cell.words} side={side} />
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DiffWords({
  words,
  side,
}: {
  readonly words: readonly WordPart[];
  readonly side: DiffSide;
}): ReactNode {
  return withKeys(words, (word) => word.change).map(({ key, item: word }) => {
    const text = marked(word.text, word.marks ?? 0);
    if (word.change === 'same') return <span key={key}>{text}</span>;
    if (word.change === 'removed') return side === 'after' ? null : <del key={key}>{text}</del>;
    return side === 'before' ? null : <ins key={key}>{text}</ins>;
  });
}

/** Applies bold, italic and other formats of the report, outermost first. */
function marked(text: string, marks: number): ReactNode {
  let inside: ReactNode = text;
  for (const [bit, Tag] of [...MARK_TAGS.entries()].toReversed())
    if ((marks & (1 << bit)) !== 0) inside = <Tag>{inside}</Tag>;
  return inside;
}
