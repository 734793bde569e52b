/** The open pick list, below its field, or above it if there is no room. It never covers the field. */
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText } from '#renderer/commands/key-chord.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { acceptChoice } from '#renderer/editor/fields/pick-list.ts';
import { type OpenPickList, shownChoices, usePickList } from '#renderer/editor/fields/pick-list-store.ts';

const GAP_PX = 6;
/** Minimum height in pixels; with less room on both sides the text scrolls. */
const ROOM_MIN_PX = 180;

export function PickList({ sheet }: { readonly sheet: RefObject<HTMLDivElement | null> }) {
  const list = usePickList((state) => state.list);
  return list ? <OpenList key={list.field_key} list={list} sheet={sheet} /> : null;
}

interface OpenListProps {
  readonly list: OpenPickList;
  readonly sheet: RefObject<HTMLDivElement | null>;
}

function OpenList({ list, sheet }: OpenListProps) {
  const { t } = useTranslation();
  const { meta, marked, taken, query } = list;
  const choices = shownChoices(list);
  const menu = useRef<HTMLDivElement>(null);
  const place = usePlace(list, sheet, menu, choices.length);
  useActiveDescendant(list, choices.length);
  useEffect(() => {
    menu.current?.querySelectorAll('[role="option"]')[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const rule =
    meta.completion === 'prohibit'
      ? t('editor.field.mustFill')
      : meta.completion === 'alert'
        ? t('editor.field.shouldFill')
        : t('editor.field.optional');
  return (
    <div className="menu picklist" style={place} ref={menu}>
      <p className="cap">
        <span>{meta.label}</span>
        <span>{query === '' ? rule : t('editor.field.filtering', { query })}</span>
      </p>
      <div role="listbox" id="pick-list" aria-label={meta.label} aria-multiselectable={meta.kind === 'multi'}>
        {choices.map((choice, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read in the report
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={choice}
            id={`pick-${at}`}
            role="option"
            className="opt"
            aria-selected={at === marked}
            onMouseDown={preventFocusChange}
            onClick={() => acceptChoice(list, choice, meta.kind !== 'multi')}
          >
            <span className="d">{query === '' && at < 9 ? at + 1 : ''}</span>
            {choice}
            <span className="r">{noteOf(choice, at, list, taken, t('editor.field.normal'))}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 ? <p className="cap">{t('editor.field.noChoice', { query })}</p> : null}
      <p className="foot" aria-hidden="true">
        <span>
          <kbd>1–{Math.min(9, Math.max(1, meta.options.length))}</kbd>
          {t('editor.field.choose_keys')}
        </span>
        <span>
          <kbd>a–z</kbd>
          {t('editor.field.filter_keys')}
        </span>
        <span>
          <kbd>Esc</kbd>
          {t('editor.field.close_keys')}
        </span>
      </p>
    </div>
  );
}

function noteOf(
  choice: string,
  at: number,
  list: OpenPickList,
  taken: readonly string[],
  normal: string,
): string {
  if (taken.includes(choice) && list.meta.kind === 'multi') return '✓';
  if (at === list.marked) return chordText('Enter');
  return choice === list.meta.default_text ? normal : '';
}

function usePlace(
  { editor, field_key }: OpenPickList,
  sheet: OpenListProps['sheet'],
  menu: RefObject<HTMLDivElement | null>,
  rows: number,
): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is another height
  useLayoutEffect(() => {
    const field = editor.getElementByKey(field_key);
    const frame = sheet.current;
    const list = menu.current;
    if (!field || !frame || !list) return;
    const box = field.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    list.style.maxHeight = '';
    const { offsetHeight: height, offsetWidth: width } = list;
    const roomBelow = around.bottom - box.bottom - GAP_PX;
    const roomAbove = box.top - around.top - GAP_PX;
    const isAbove = roomBelow < height && roomAbove > Math.max(roomBelow, ROOM_MIN_PX);
    const room = Math.max(isAbove ? roomAbove : roomBelow, ROOM_MIN_PX) - GAP_PX;
    const shown = Math.min(height, room);
    setPlace({
      maxHeight: room,
      left: Math.max(0, Math.min(box.left - around.left, around.width - width - GAP_PX)) + frame.scrollLeft,
      top: isAbove
        ? box.top - around.top + frame.scrollTop - shown - GAP_PX
        : box.bottom - around.top + frame.scrollTop + GAP_PX,
    });
    if (!isAbove && roomBelow < shown) frame.scrollBy({ top: shown - roomBelow });
  }, [editor, field_key, sheet, menu, rows]);
  return place;
}

/**
 * Sets `aria-activedescendant`, so that screen readers announce the highlighted choice while the focus stays
 * in the text.
 */
function useActiveDescendant({ editor, marked, meta }: OpenPickList, rows: number): void {
  useEffect(() => {
    const root = editor.getRootElement();
    root?.setAttribute('aria-controls', 'pick-list');
    if (rows > 0 && marked >= 0) root?.setAttribute('aria-activedescendant', `pick-${marked}`);
    else root?.removeAttribute('aria-activedescendant');
    root?.setAttribute('aria-description', meta.label);
    return () => {
      for (const name of ['aria-controls', 'aria-activedescendant', 'aria-description'])
        root?.removeAttribute(name);
    };
  }, [editor, marked, meta, rows]);
}
