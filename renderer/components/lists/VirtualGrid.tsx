/**
 * Virtual list of any length: `role=grid`, one tab stop, arrows move, Enter opens. Renders only visible rows.
 * The grid keeps the focus and refers to the active row, so that scrolling never loses it.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useRowPixels } from './row-height.ts';

export type GridItem<Value> =
  | { readonly kind: 'group'; readonly key: string; readonly title: string; readonly detail: string }
  | { readonly kind: 'row'; readonly key: string; readonly value: Value };

interface VirtualGridProps<Value> {
  readonly label: string;
  /** CSS class that sets the columns. */
  readonly className: string;
  readonly head: ReactNode;
  readonly items: readonly GridItem<Value>[];
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly renderRow: (value: Value) => ReactNode;
  /** CSS class of a row, for example `off` for one without a key. */
  readonly rowClass?: (value: Value) => string;
  /** Content below the last row, inside the scrolled area. */
  readonly after?: ReactNode;
  /** Total number of rows, if not all are loaded. */
  readonly rowCount?: number;
}

const GROUP_REM = 2.25;
const HEAD_REM = 1.75;

export function VirtualGrid<Value>(props: VirtualGridProps<Value>) {
  const { label, className, head, items, selectedKey, onSelect, onOpen, renderRow, rowClass, after } = props;
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const { row, rem } = useRowPixels(grid);
  const headHeight = HEAD_REM * rem;
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => grid.current,
    // The head is in the scrolled area and sticky above the rows.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    estimateSize: (index) => (items[index]?.kind === 'group' ? GROUP_REM * rem : row),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes change with density, zoom and width
  useEffect(() => {
    virtual.measure();
    for (const element of virtual.elementsCache.values()) virtual.measureElement(element);
  }, [row, rem]);
  // Focus the list when its screen opens, unless the person is typing or a dialog is open.
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select, [contenteditable], dialog *'))
      grid.current?.focus({ preventScroll: true });
  }, []);

  /** Maps rows to item indexes and back. */
  const { rows, positions } = useMemo(() => {
    const indexes = items.flatMap((item, index) => (item.kind === 'row' ? [index] : []));
    return { rows: indexes, positions: new Map(indexes.map((index, position) => [index, position])) };
  }, [items]);
  const at = rows.findIndex((index) => items[index]?.key === selectedKey);
  const select = (position: number) => {
    const index = rows[Math.max(0, Math.min(rows.length - 1, position))];
    const item = index === undefined ? undefined : items[index];
    if (index === undefined || !item) return;
    virtual.scrollToIndex(index, { align: 'auto' });
    onSelect(item.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    const height = (grid.current?.clientHeight ?? row) - headHeight;
    const page = Math.max(1, Math.floor(height / row) - 1);
    const target = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (target !== undefined) select(target);
    else if (event.key === 'Enter' && selectedKey !== undefined) onOpen(selectedKey);
    else return;
    event.preventDefault();
  };
  const visible = virtual.getVirtualItems();
  const activeShown = visible.some(({ index }) => items[index]?.key === selectedKey);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
    <div
      ref={grid}
      className={`grid ${className}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={(props.rowCount ?? rows.length) + 1}
      aria-activedescendant={activeShown ? `${id}-${selectedKey}` : undefined}
      data-pane-start
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus for its rows */}
      {/* biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table */}
      <div className="head" role="row" aria-rowindex={1}>
        {head}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table */}
      <div role="rowgroup">
        <div role="presentation" className="grid-space" style={{ height: virtual.getTotalSize() }}>
          {visible.map(({ index, key, start, size }) => {
            const item = items[index];
            if (!item) return null;
            const transform = `translateY(${start - headHeight}px)`;
            if (item.kind === 'group') {
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: a heading inside the grid
                // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
                <div key={key} className="group" role="row" style={{ transform, height: size }}>
                  {/* biome-ignore lint/a11y/useFocusableInteractive: a heading inside the grid */}
                  {/* biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table */}
                  <span className="group-title" role="rowheader">
                    {item.title}
                  </span>
                  {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
                  {/* biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table */}
                  <span role="gridcell">{item.detail}</span>
                </div>
              );
            }
            const selected = item.key === selectedKey;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus for its rows
              // biome-ignore lint/a11y/useSemanticElements: a virtualised grid is no table
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
              <div
                key={key}
                id={`${id}-${item.key}`}
                className={`row ${rowClass?.(item.value) ?? ''}`.trim()}
                role="row"
                aria-rowindex={(positions.get(index) ?? 0) + 2}
                aria-selected={selected}
                // Measured, because a long name makes its row higher.
                data-index={index}
                ref={virtual.measureElement}
                style={{ transform }}
                onClick={() => onSelect(item.key)}
                onDoubleClick={() => onOpen(item.key)}
              >
                {renderRow(item.value)}
              </div>
            );
          })}
        </div>
        {after}
      </div>
    </div>
  );
}
