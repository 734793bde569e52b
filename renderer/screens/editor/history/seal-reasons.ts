/**
 * Loads the reasons for which versions were sealed. Reasons are inside the records, so each is read once,
 * when the history opens.
 */
import { createContext, use, useEffect, useState } from 'react';
import { sealReason } from '#records/reports/report-status.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

export type SealReasons = ReadonlyMap<string, string>;

export const SealReasonsContext = createContext<SealReasons>(new Map());

/** Number of versions read in advance; older ones are read when opened. */
const READ_MAX = 40;

export function useSealReasons(): SealReasons {
  const { documents } = useEditingSession();
  const versions = useEditingState((state) => state.versions);
  const [reasons, setReasons] = useState<SealReasons>(new Map());
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      for (const [at, { version_id }] of versions.slice(0, READ_MAX).entries()) {
        if (!wanted) return;
        const { record } = await documents.read({ version_id });
        const reason = sealReason(record.custom_attributes, versions[at + 1]?.version_id ?? null);
        if (reason !== null && wanted) setReasons((known) => new Map([...known, [version_id, reason]]));
      }
    };
    // A version that cannot be opened shows its error in place of its text.
    read().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [documents, versions]);
  return reasons;
}

export function useSealReason(versionId: string): string | undefined {
  return use(SealReasonsContext).get(versionId);
}
