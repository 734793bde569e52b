import { useEffect, useState } from 'react';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import type { MergeChoice, SectionMerge } from '#report/review/merge-sections.ts';

interface Choices {
  /** Returns the side chosen for a section; undefined if the person must choose. */
  readonly choiceOf: (at: number) => MergeChoice | undefined;
  readonly choose: (at: number, choice: MergeChoice) => void;
  /** True if theirs changed since the section was first shown and no choice was made since. */
  readonly isRenewed: (at: number) => boolean;
}

interface Known {
  /** Text of theirs when it was shown. */
  readonly theirs: string;
  readonly renewed: boolean;
  readonly choice: MergeChoice | undefined;
}

/**
 * React hook for the side taken per section. A choice applies to the texts it was made for. If a further
 * conflict brings another text, the section is open and marked again.
 */
export function useMergeChoices(rows: readonly SectionMerge[]): Choices {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const keyed = withKeys(rows, (row) => row.code ?? row.title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when other rows came
  useEffect(() => {
    if (rows.length === 0) return;
    setKnown(
      (before) =>
        new Map(keyed.map(({ key, item }) => [key, renewed(before.get(key), item, before.size > 0)])),
    );
  }, [rows]);
  const entryOf = (at: number): Known | undefined => known.get(keyed[at]?.key ?? '');
  return {
    choiceOf: (at) => {
      const row = rows[at];
      const entry = entryOf(at);
      if (!row || entry?.choice) return entry?.choice;
      return row.changedBy === 'both' || (entry?.renewed && row.changedBy !== 'nobody')
        ? undefined
        : row.choice;
    },
    choose: (at, choice) => {
      const entry = entryOf(at);
      const key = keyed[at]?.key;
      if (entry && key !== undefined) setKnown(new Map(known).set(key, { ...entry, renewed: false, choice }));
    },
    isRenewed: (at) => entryOf(at)?.renewed === true,
  };
}

function renewed(before: Known | undefined, row: SectionMerge, isAgain: boolean): Known {
  const theirs = JSON.stringify(row.theirs);
  if (before?.theirs === theirs) return before;
  return { theirs, renewed: isAgain, choice: undefined };
}
