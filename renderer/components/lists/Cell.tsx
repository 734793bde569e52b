import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface CellProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Cell of a grid row. */
export function Cell({ className, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus for its cells
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
    <span role="gridcell" className={className}>
      {children}
    </span>
  );
}

interface HeadCellProps {
  readonly label: string;
  readonly numeric?: boolean;
  readonly hidden?: boolean;
  /** Sorts by the column; undefined if it cannot be sorted. */
  readonly onSort?: (() => void) | undefined;
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

/** Column head; a sortable one is a button for the mouse. Keyboard users sort by the command palette. */
export function HeadCell({ label, numeric = false, hidden = false, onSort, sorted }: HeadCellProps) {
  const classes = [numeric ? 'num' : '', sorted ? 'sort' : ''].filter(Boolean).join(' ') || undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what is focused
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
    <span role="columnheader" className={classes} aria-sort={sorted}>
      {onSort ? (
        <button type="button" className="sorter" tabIndex={-1} onClick={onSort}>
          {label}
          {sorted ? <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} /> : null}
        </button>
      ) : (
        <>
          <span className={hidden ? 'vh' : undefined}>{label}</span>
          {sorted ? <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} /> : null}
        </>
      )}
    </span>
  );
}
