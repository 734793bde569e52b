import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';

export interface Titled {
  /**
   * Title of the document; null when the caller is no member or lacks the key, and when the title does not verify.
   */
  readonly title: string | null;
  readonly security_group_id: SecurityGroupId;
}

/** Title of a document, for lists of other objects that mention it. Undefined when it does not exist. */
export function titleOf(core: DocumentsCore, actor: Actor, documentId: DocumentId): Titled | undefined {
  const row = core.documents.find(documentId);
  if (row === undefined) return undefined;
  const { security_group_id } = row;
  const mayKnow =
    actor.roleIn(security_group_id) !== undefined && actor.keyRing.hasGroupKey(security_group_id);
  return { security_group_id, title: mayKnow ? openTitle(core, actor, row) : null };
}

function openTitle(core: DocumentsCore, actor: Actor, row: DocumentRow): string | null {
  try {
    verifyRow(actor.keyRing, row);
    const dek = documentDek(core.workspaceId(), actor.keyRing, row);
    const { summary } = openIndex(row.resource, dek, core.workspaceId(), row);
    return 'display_name' in summary ? summary.display_name : summary.title;
  } catch (error) {
    if (error instanceof CryptoError) return null;
    throw error;
  }
}
