/** Shows the ghost text of a macro: after the last word of a line, or below the line if text follows. */
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText } from '#renderer/commands/key-chord.ts';
import { useMacroGhost } from '#renderer/editor/insert/macros/macro-ghost.ts';

export function MacroGhost({ sheet }: { readonly sheet: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation();
  const ghost = useMacroGhost((state) => state.ghost);
  const place = usePlaceAtCaret(sheet, ghost?.abbreviation);
  return (
    <>
      <span role="status" className="vh">
        {ghost ? t('editor.pick.ghost', { name: ghost.abbreviation, text: ghost.text }) : ''}
      </span>
      {ghost && place ? (
        <span className="ghost" style={place} aria-hidden="true" data-testid="macro-ghost">
          <span>{ghost.text}</span>
          <kbd>{chordText('Tab')}</kbd>
        </span>
      ) : null}
    </>
  );
}

function usePlaceAtCaret(
  sheet: RefObject<HTMLDivElement | null>,
  abbreviation: string | undefined,
): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const frame = sheet.current;
    const selection = getSelection();
    if (abbreviation === undefined || !frame || !selection || selection.rangeCount === 0) {
      setPlace(undefined);
      return;
    }
    const range = selection.getRangeAt(0);
    const box = range.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    const block = blockOf(range.endContainer)?.getBoundingClientRect();
    const left = box.right - around.left + frame.scrollLeft;
    const right = (block?.right ?? around.right) - around.left + frame.scrollLeft;
    const top = box.top - around.top + frame.scrollTop;
    const isInline = isAtEndOfBlock(range) && right - left > 12 * box.height;
    setPlace(
      isInline
        ? { left, top, maxWidth: right - left, height: box.height }
        : { left: Math.min(left, right - 16 * box.height), top: top + box.height, maxWidth: 24 * box.height },
    );
  }, [sheet, abbreviation]);
  return place;
}

function blockOf(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote') ?? null;
}

function isAtEndOfBlock({ endContainer, endOffset }: Range): boolean {
  const block = blockOf(endContainer);
  if (!block) return false;
  const rest = document.createRange();
  rest.selectNodeContents(block);
  rest.setStart(endContainer, endOffset);
  return rest.toString().trim() === '';
}
