/**
 * Indexes the full texts of reports in the background: after the summaries, because lists wait for those alone. A search
 * in the texts waits until none is due.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VersionId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { DocumentStore } from '#server/storage/documents/document-store.ts';
import type { IndexedText } from '#server/storage/search/text-store.ts';
import type { OpenGroup } from './unlocked-group-index.ts';

/** Reports opened at once: some 2 ms. */
const ROWS_PER_STEP = 8;
const TURN_MS = 8;

/** Opens the texts of an exam's row. @throws CryptoError when row, version or draft fail verification. */
export type OpenReportText = (
  keyRing: KeyRing,
  row: DocumentRow,
  indexedHead: VersionId | null,
) => IndexedText;

interface TextSource {
  readonly documents: DocumentStore;
  readonly openReportText: OpenReportText;
}

export function createTextIndexing(source: TextSource, isOpen: (group: OpenGroup) => boolean) {
  const passes = new Map<OpenGroup, Promise<void>>();
  const isWanted = (keyRing: KeyRing, group: OpenGroup) =>
    isOpen(group) && keyRing.hasGroupKey(group.security_group_id);

  async function pass(keyRing: KeyRing, group: OpenGroup): Promise<void> {
    let until = performance.now() + TURN_MS;
    while (isWanted(keyRing, group) && indexSome(source, keyRing, group)) {
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + TURN_MS;
    }
  }

  function start(keyRing: KeyRing, group: OpenGroup): Promise<void> {
    const started = pass(keyRing, group).finally(() => passes.delete(group));
    passes.set(group, started);
    return started;
  }

  return {
    /** Resolves when no text of the group is due, or the group or its key is gone. */
    async catchUp(keyRing: KeyRing, group: OpenGroup): Promise<void> {
      // Another session's pass ends with its key; this one continues with its own.
      while (isWanted(keyRing, group) && group.index.hasDueTexts())
        await (passes.get(group) ?? start(keyRing, group));
    },
  };
}

/** @returns true when there may be more. */
function indexSome({ documents, openReportText }: TextSource, keyRing: KeyRing, group: OpenGroup): boolean {
  const { index } = group;
  const count = index.applyTexts(ROWS_PER_STEP, (due) => {
    const rows = documents.findMany(due.map(({ document_id }) => document_id));
    return due.map(({ document_id, head_version_id }) =>
      openOrEmpty(openReportText, keyRing, rows.get(document_id), head_version_id),
    );
  });
  group.unsaved += count;
  return count > 0;
}

/** A damaged report is skipped, because the search must still find the others; reading it says that it is damaged. */
function openOrEmpty(
  open: OpenReportText,
  keyRing: KeyRing,
  row: DocumentRow | undefined,
  indexedHead: VersionId | null,
): IndexedText | undefined {
  if (row === undefined) return undefined;
  try {
    return open(keyRing, row, indexedHead);
  } catch (error) {
    if (!(error instanceof CryptoError && keyRing.hasGroupKey(row.security_group_id))) throw error;
    return { head_version_id: row.head_version_id, head: {}, draft: null };
  }
}
