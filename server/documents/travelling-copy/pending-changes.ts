/**
 * Finds local changes of a travelling copy that the home vault lacks, by comparing rows with their merge base; a save
 * records nothing extra. The pushed row is built on the home vault's own row: drafts stay local.
 */
import { isErrorCode } from '#contract/errors/error-codes.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { PushBody } from '#contract/sync/sync-bodies.ts';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { signRow, verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { encodeRow } from '#server/identity/requests/row-as-json.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { VersionRow } from '#server/storage/documents/version-store.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import { findMergeBase, type MergeBase } from './merge-base.ts';

/** A document with a change the home vault lacks. */
interface Changed {
  readonly row: DocumentRow;
  readonly base: MergeBase | undefined;
  readonly versions: readonly VersionRow[];
}

export function createPendingChanges(core: DocumentsCore, store: CopyStore) {
  function find(documentId: DocumentId): Changed | undefined {
    const row = core.documents.find(documentId);
    if (row === undefined) return undefined;
    const base = findMergeBase(store, documentId);
    if (base !== undefined && !isChanged(row, base)) return undefined;
    const versions = [...core.versions.after(documentId, base?.row.seq ?? 0)];
    return { row, base, versions };
  }

  /** True when the draft is based on a version other than the head. */
  function isBehind({ document_id, draft_rev, head_version_id }: DocumentRow): boolean {
    const draft = draft_rev === null ? undefined : core.drafts.find(document_id, draft_rev);
    return draft !== undefined && draft.base_version_id !== head_version_id;
  }

  return {
    isWaiting: (documentId: DocumentId): boolean => find(documentId) !== undefined,

    /** Lists pending documents in push order: patients before exams. */
    listIds: (): DocumentId[] => store.listChanged().filter((id) => find(id) !== undefined),

    /** Lists pending changes for the interface, from plaintext columns only. */
    list(): PendingChange[] {
      const notes = new Map(store.listNotes().map((note) => [note.document_id, note]));
      return store.listChanged().flatMap((id): PendingChange[] => {
        const note = notes.get(id);
        const changed = find(id);
        const row = changed?.row ?? core.documents.find(id);
        if (row === undefined) return [];
        if (changed === undefined && !(note?.state === 'conflict' && isBehind(row))) return [];
        const sealed = changed?.versions.reduce((sum, version) => sum + version.sealed.length, 0) ?? 0;
        return [
          {
            ...{ kind: 'document', id, resource: row.resource, security_group_id: row.security_group_id },
            ...{
              patient_id: row.patient_id,
              exam_id: row.resource === 'exams' ? id : null,
              version: row.seq,
            },
            is_new: changed !== undefined && changed.base === undefined,
            bytes: sealed + row.encrypted_index.length,
            changed_at: row.updated_at,
            state: changed === undefined ? 'conflict' : note?.state === 'refused' ? 'refused' : 'waits',
            code: codeOf(note?.code),
          },
        ];
      });
    },

    /** Builds the push; undefined where nothing is pending. @throws CryptoError where a row does not verify */
    compose(actor: Actor, documentId: DocumentId): PushBody | undefined {
      const changed = find(documentId);
      if (changed === undefined) return undefined;
      const { row, base, versions } = changed;
      const { change_seq: _, ...local } = row;
      verifyRow(actor.keyRing, row);
      const composed = signRow(actor.keyRing, {
        ...local,
        ...draftColumns(actor, changed),
        row_rev: Math.max(local.row_rev, (base?.row.row_rev ?? 0) + 1),
      });
      return {
        base_row_mac: base === undefined ? null : encodeBase64Url(base.row.row_mac),
        row: encodeRow(composed),
        versions: versions.map((version) => encodeRow(version)),
      };
    },
  };
}

function isChanged(row: DocumentRow, { row: base }: MergeBase): boolean {
  return (
    row.head_version_id !== base.head_version_id ||
    row.is_archived !== base.is_archived ||
    row.is_deleted !== base.is_deleted ||
    row.specialist_ids !== base.specialist_ids
  );
}

/** The home vault's draft columns; a save ends the draft it was based on, as it would have there. */
function draftColumns(
  actor: Actor,
  { row, base, versions }: Changed,
): Pick<DocumentRow, 'draft_rev' | 'last_draft_rev'> {
  if (base === undefined) return { draft_rev: null, last_draft_rev: 0 };
  const { draft_rev, last_draft_rev, head_version_id } = base.row;
  const isEnded =
    row.draft_rev !== draft_rev &&
    versions.length > 0 &&
    base.draft?.author === actor.principal_id &&
    base.draft.base_version_id === head_version_id;
  return { draft_rev: isEnded ? null : draft_rev, last_draft_rev };
}

function codeOf(code: string | null | undefined): PendingChange['code'] {
  return code !== null && code !== undefined && isErrorCode(code) ? code : null;
}
