/** The sentences of one found report, from the caller's own draft where there is one, else from the newest version. */
import type { TextMatch } from '#contract/search/text-matches.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { findHead, openCurrentDraft, openHead } from '#server/documents/reads/get-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { TextTerm } from '#server/storage/search/text-columns.ts';
import { matchSentences } from './match-sentences.ts';
import { sentencesOf } from './report-sentences.ts';

export interface FoundText {
  readonly matches: TextMatch[];
  readonly matched_draft: boolean;
}

/** `row` must be authenticated. @throws CryptoError when version or draft fail verification. */
export function findTextMatches(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  terms: readonly TextTerm[],
): FoundText {
  const draft = ownDraft(core, actor, row);
  const { record } = draft ?? openHead(core, actor, 'exams', row);
  const matches = matchSentences(sentencesOf(record.report_lexical), terms);
  return { matches, matched_draft: draft !== undefined };
}

function ownDraft(core: DocumentsCore, actor: Actor, row: DocumentRow) {
  if (row.draft_rev === null) return undefined;
  const author = core.drafts.find(row.document_id, row.draft_rev)?.author;
  if (author !== actor.principal_id) return undefined;
  return openCurrentDraft(core, actor, 'exams', row, findHead(core, row));
}
