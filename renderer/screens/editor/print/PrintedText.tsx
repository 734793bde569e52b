import { useLayoutEffect, useMemo, useRef } from 'react';
import { styleTable } from '#renderer/editor/tables/table-styling.ts';
import { trustedHtml } from '#report/dom/trusted-html.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';

const IMPRESSION = '19005-8';

/** Marks heading, blocks and list items of the impression, so that they keep the mark when the text is cut. */
function markImpression(text: HTMLElement): void {
  let isInside = false;
  for (const block of text.children) {
    if (block.matches('h1, h2, h3, h4, h5, h6')) {
      const code = block.getAttribute('data-section-code') ?? sectionCodeOfTitle(block.textContent);
      isInside = code === IMPRESSION;
    }
    if (!isInside) continue;
    const parts = block.matches('ul, ol') ? block.querySelectorAll(':scope > li') : [block];
    for (const part of parts) part.classList.add('imp');
  }
}

/** Part of the report text in print. This window derived the HTML from the text itself. */
interface PrintedTextProps {
  readonly html: string;
  /** True in a letter, which sets off its impression. */
  readonly marksImpression: boolean;
}

export function PrintedText({ html, marksImpression }: PrintedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  // Memoised, because a new object would make React rewrite the HTML and lose the changes made to its tables.
  const trusted = useMemo(() => trustedHtml(html), [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are new whenever the text is
  useLayoutEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) {
      table.classList.add('mt');
      styleTable(table);
    }
    if (marksImpression && box.current) markImpression(box.current);
  }, [html]);
  return (
    <div
      className="ptext"
      ref={box}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only tags of the report's own allow-list reach here
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  );
}
