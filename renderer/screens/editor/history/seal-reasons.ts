/** Why versions were sealed: said inside their records, so each is read once, when the history is looked at. */
import { createContext, use, useEffect, useState } from 'react';
import { sealReason } from '#records/reports/report-status.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

export type SealReasons = ReadonlyMap<string, string>;

export const SealReasonsContext = createContext<SealReasons>(new Map());

/** Older versions than these are read when they are opened. */
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
    // A version that does not open says so where its text would stand.
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
