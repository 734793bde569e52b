/** Opens the texts of a report for the search index: of its head version, and of its draft unless that is stale. */
import type { WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { unwrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRowUncached } from '#server/documents/sealing/document-row-mac.ts';
import { type DraftScope, openDraft } from '#server/documents/sealing/draft-seal.ts';
import { openVersion } from '#server/documents/sealing/version-seal.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { createDraftStore } from '#server/storage/documents/draft-store.ts';
import { createVersionStore } from '#server/storage/documents/version-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { IndexedText } from '#server/storage/search/text-store.ts';
import { wordsOfReport } from './report-sentences.ts';

export function createReportTextOpener(db: SqlEngine, workspaceId: () => WorkspaceId) {
  const versions = createVersionStore(db);
  const drafts = createDraftStore(db);

  function openDraftWords(dek: Dek, scope: DraftScope<'exams'>, row: DocumentRow, headAt: string) {
    if (row.draft_rev === null) return null;
    const draft = drafts.find(row.document_id, row.draft_rev);
    if (draft === undefined) throw new CryptoError();
    const { report_lexical } = openDraft(dek, scope, draft);
    const isCurrent = draft.base_version_id === row.head_version_id || draft.updated_at > headAt;
    return isCurrent ? { author: draft.author, words: wordsOfReport(report_lexical) } : null;
  }

  return (keyRing: KeyRing, row: DocumentRow, indexedHead: string | null): IndexedText => {
    verifyRowUncached(keyRing, row);
    const { security_group_id, head_version_id } = row;
    const scope = { workspace_id: workspaceId(), security_group_id, resource: 'exams' } as const;
    const chained = versions.findById(row.document_id, head_version_id);
    if (chained === undefined) throw new CryptoError();
    const { version, previous } = chained;
    const dek = unwrapDocumentDek(workspaceId(), keyRing, row);
    try {
      const isIndexed = indexedHead === head_version_id;
      const head = isIndexed
        ? undefined
        : wordsOfReport(openVersion(dek, scope, version, previous).record.report_lexical);
      return { head_version_id, head, draft: openDraftWords(dek, scope, row, version.created_at) };
    } finally {
      wipe(dek);
    }
  };
}
