/** One piece of a difference, drawn as the block it is: words struck and underlined, tables cell by cell. */
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockDiff, RowDiff } from '#report/review/diff-report.ts';
import type { WordPart } from '#report/review/diff-words.ts';

/** Which side of the difference: before, after, or both in one text. */
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
  if (unit.kind === 'table') return <DiffTable rows={block.rows} side={side} />;
  const words = <DiffWords words={block.words} side={side} />;
  if (unit.kind === 'heading') return <h2>{words}</h2>;
  if (unit.kind === 'rule') return <hr />;
  if (unit.kind === 'item') {
    return (
      <p className="diff-item" style={{ paddingInlineStart: `${unit.level * 1.25}rem` }}>
        {words}
      </p>
    );
  }
  return <p>{words}</p>;
}

function DiffTable({ rows, side }: { readonly rows: readonly RowDiff[]; readonly side: DiffSide }) {
  const shown = rows.filter(
    (row) => !(row.change === 'added' && side === 'before') && !(row.change === 'removed' && side === 'after'),
  );
  return (
    <table className="mt">
      <tbody>
        {shown.map((row, at) => (
          <tr key={rowKey(row, at)}>
            {row.cells.map((cell, column) => (
              <td key={rowKey(row, column)} className={isNumeric(cell.words) ? 'num' : undefined}>
                <DiffWords words={cell.words} side={side} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows and cells of a difference have no ids; their place is what they are. */
function rowKey(row: RowDiff, at: number): string {
  return `${at}-${row.change}`;
}

function isNumeric(words: readonly WordPart[]): boolean {
  const text = words.map((word) => word.text).join('');
  return text !== '' && /^[\s\d.,+−%-]+$/.test(text);
}

function DiffWords({ words, side }: { readonly words: readonly WordPart[]; readonly side: DiffSide }): ReactNode {
  return words.map((word, at) => {
    const key = `${at}-${word.change}`;
    if (word.change === 'same') return <span key={key}>{word.text}</span>;
    if (word.change === 'removed') return side === 'after' ? null : <del key={key}>{word.text}</del>;
    return side === 'before' ? null : <ins key={key}>{word.text}</ins>;
  });
}
