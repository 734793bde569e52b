import { useLayoutEffect, useMemo, useRef } from 'react';
import { styleTable } from '#renderer/editor/tables/table-styling.ts';
import { trustedHtml } from '#report/dom/trusted-html.ts';

/** A part of the report as it is printed. The HTML is this window's own derivation of the text. */
export function PrintedText({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  // One object for one text: another has React write it anew, over what is done to the tables.
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
