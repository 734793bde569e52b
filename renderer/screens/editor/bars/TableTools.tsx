/**
 * Floating buttons for the row and column of the table at the caret. The toolbar's table menu has the same
 * actions.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getSelection, $isRangeSelection } from 'lexical';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { $cellAround } from '#renderer/editor/tables/table-navigation.ts';
import { useTableItems } from '#renderer/screens/editor/tools/tool-menus.ts';

interface Place {
  readonly top: number;
  readonly left: number;
}

export function TableTools({ sheet }: { readonly sheet: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const readOnly = useEditingState((state) => state.readOnly);
  const place = useCellPlace(sheet);
  const items = useTableItems(editor, true);
  if (!place || readOnly) return null;
  return (
    <div className="table-tools" style={place}>
      <Menu
        label={t('editor.table.tools')}
        items={items}
        buttonClass="tool"
        buttonLabel={t('editor.table.tools')}
        align="end"
      >
        <Icon name="more" />
      </Menu>
    </div>
  );
}

function useCellPlace(sheet: RefObject<HTMLDivElement | null>): Place | undefined {
  const [editor] = useLexicalComposerContext();
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    let frame = 0;
    const read = () => {
      const key = editor.getEditorState().read(() => {
        const selection = $getSelection();
        return $isRangeSelection(selection) ? $cellAround(selection.anchor.getNode())?.getKey() : undefined;
      });
      const row = key === undefined ? null : editor.getElementByKey(key)?.closest('tr');
      const around = sheet.current;
      if (!row || !around) {
        setPlace(undefined);
        return;
      }
      const box = row.getBoundingClientRect();
      const outer = around.getBoundingClientRect();
      const top = box.top - outer.top + around.scrollTop;
      const left = box.right - outer.left + around.scrollLeft;
      setPlace((known) => (known?.top === top && known.left === left ? known : { top, left }));
    };
    const plan = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setTimeout(read));
    };
    const offUpdates = editor.registerUpdateListener(plan);
    const sizes = new ResizeObserver(plan);
    if (sheet.current) sizes.observe(sheet.current);
    return () => {
      cancelAnimationFrame(frame);
      offUpdates();
      sizes.disconnect();
    };
  }, [editor, sheet]);
  return place;
}
