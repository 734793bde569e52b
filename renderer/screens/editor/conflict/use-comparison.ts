import { useEffect, useState } from 'react';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { compareSections, type SectionMerge } from '#report/review/merge-sections.ts';

interface Comparison {
  readonly rows: readonly SectionMerge[];
  /** Incoming version that the rows show; an older one while the newest loads. */
  readonly theirs: string | undefined;
  readonly error: unknown;
}

const NOTHING: Comparison = { rows: [], theirs: undefined, error: undefined };

/** React hook that compares the sections of the merge base, the incoming version and the present text. */
export function useComparison(): Comparison {
  const { documents, text } = useEditingSession();
  const base = useEditingState((state) => state.base_version_id);
  const theirs = useEditingState((state) => theirVersion(state)?.version_id);
  const [comparison, setComparison] = useState<Comparison>(NOTHING);
  useEffect(() => {
    if (base === null || theirs === undefined) return undefined;
    let wanted = true;
    Promise.all([documents.read({ version_id: base }), documents.read({ version_id: theirs })]).then(
      ([before, other]) => {
        if (!wanted) return;
        const rows = compareSections(stateOfRecord(before.record), stateOfRecord(other.record), text.state());
        setComparison({ rows, theirs, error: undefined });
      },
      (error: unknown) => {
        if (wanted) setComparison({ ...NOTHING, error });
      },
    );
    return () => {
      wanted = false;
    };
  }, [documents, text, base, theirs]);
  return comparison;
}
