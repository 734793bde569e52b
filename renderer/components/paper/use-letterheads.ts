/** React hook for the letterheads in use in a group, the first made first. */
import { useEffect, useState } from 'react';
import type { NamedLetterhead } from '#contract/exchange/letter.ts';
import { readLetterhead } from '#records/letter/letterhead.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isLetterhead } from '#renderer/state/record-cache/template-kinds.ts';
import { textOfHtml } from '#report/plain-text.ts';

export interface GroupLetterhead extends NamedLetterhead {
  readonly id: string;
  readonly version_id: string | null;
  readonly seq: number;
}

interface Letterheads {
  /** Undefined while they are read. */
  readonly letterheads: readonly GroupLetterhead[] | undefined;
  readonly error: unknown;
}

async function read(groupId: string): Promise<GroupLetterhead[]> {
  if (templateCache.use.getState().progress !== 'complete') await templateCache.load();
  const rows = [...templateCache.use.getState().rows.values()]
    .filter((row) => row.security_group_id === groupId && !row.is_deleted && !row.is_archived)
    .filter(isLetterhead)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const opened = await Promise.all(
    rows.map(async ({ id }) => {
      const { record, version_id, index } = await vault().templates.get(id);
      const named = readLetterhead(record, textOfHtml(record.report_html ?? ''));
      return named && { ...named, id, version_id, seq: index.meta.seq };
    }),
  );
  return opened.flatMap((letterhead) => letterhead ?? []);
}

/** @param round read again where it changes */
export function useLetterheads(groupId: string | undefined, round = 0): Letterheads {
  const [found, setFound] = useState<Letterheads & { readonly of: string }>();
  const key = `${groupId} ${round}`;
  useEffect(() => {
    if (groupId === undefined) return undefined;
    let isWanted = true;
    read(groupId).then(
      (letterheads) => isWanted && setFound({ of: key, letterheads, error: undefined }),
      (error: unknown) => isWanted && setFound({ of: key, letterheads: undefined, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [groupId, key]);
  return found?.of === key ? found : { letterheads: undefined, error: undefined };
}
