import { useEffect, useState } from 'react';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';

interface VersionHtml {
  readonly html: string | undefined;
  readonly error: unknown;
}

/** React hook for the stored report HTML of a version; `draft` returns the present text. */
export function useVersionHtml(versionId: string | 'draft' | undefined): VersionHtml {
  const { documents, text } = useEditingSession();
  const [answer, setAnswer] = useState<VersionHtml & { readonly id: string | undefined }>({
    id: undefined,
    html: undefined,
    error: undefined,
  });
  useEffect(() => {
    let wanted = true;
    const put = (html: string | undefined, error?: unknown) => {
      if (wanted) setAnswer({ id: versionId, html, error });
    };
    if (versionId === undefined) put(undefined);
    else if (versionId === 'draft') put(text.html());
    else {
      documents.read({ version_id: versionId }).then(
        ({ record }) => put(record.report_html ?? ''),
        (error: unknown) => put(undefined, error),
      );
    }
    return () => {
      wanted = false;
    };
  }, [versionId, documents, text]);
  return answer.id === versionId ? answer : { html: undefined, error: undefined };
}
