import { useLayoutEffect, useMemo, useRef } from 'react';
import { styleTable } from '#renderer/editor/tables/table-styling.ts';
import { trustedHtml } from '#report/dom/trusted-html.ts';

/** Part of the report text in print. This window derived the HTML from the text itself. */
export function PrintedText({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  // Memoised, because a new object would make React rewrite the HTML and lose the changes made to its tables.
  const trusted = useMemo(() => trustedHtml(html), [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are new whenever the text is
  useLayoutEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) {
      table.classList.add('mt');
      styleTable(table);
    }
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
