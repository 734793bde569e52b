import { useEffect, useMemo, useRef } from 'react';
import { styleTable } from '#renderer/editor/tables/table-styling.ts';
import { blocksFromHtml } from '#report/dom/import-html.ts';
import { trustedHtml } from '#report/dom/trusted-html.ts';
import { writeHtml } from '#report/html/write-html.ts';

interface ReportHtmlProps {
  readonly html: string;
  readonly className: string;
  readonly label?: string;
}

/**
 * Shows report HTML read-only. Sanitises it to the allow-list form again, because the stored HTML is not
 * trusted.
 */
export function ReportHtml({ html, className, label }: ReportHtmlProps) {
  const clean = useMemo(() => trustedHtml(writeHtml(blocksFromHtml(html))), [html]);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are new whenever the text is
  useEffect(() => {
    for (const table of box.current?.querySelectorAll('table') ?? []) {
      table.classList.add('mt');
      styleTable(table);
    }
  }, [clean]);
  return (
    <div
      ref={box}
      className={className}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard
      tabIndex={0}
      role="document"
      aria-label={label}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only tags of the report's own allow-list reach here
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}
