/**
 * Stores a document pulled from the home vault in a travelling copy. All of it is opened and verified first, and local
 * versions are rebased on top. Where the home vault has text the copy did not know, that text becomes the document.
 * Local texts become drafts based on the version they were written on: neither is lost, and no second document is made.
 * Source: clinic design, section 9.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { SealedDocument } from '#contract/sync/sealed-rows.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { createDocumentChecks, type DocumentChecks } from '#server/documents/reads/check-document.ts';
import { isSampleRow } from '#server/documents/sealing/sample-mark.ts';
import { changedRow } from '#server/documents/writes/change-document-row.ts';
import { publishChanges, publishCreated } from '#server/documents/writes/publish-change.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { decodeRow, decodeRows } from '#server/identity/requests/row-as-json.ts';
import type { CosignRow } from '#server/storage/documents/cosign-store.ts';
import {
  DOCUMENT_ROW_BYTES,
  type DocumentRow,
  type UnnumberedRow,
} from '#server/storage/documents/document-row.ts';
import type { DraftRow } from '#server/storage/documents/draft-store.ts';
import type { SignatureRow } from '#server/storage/documents/signature-store.ts';
import type { VersionRow } from '#server/storage/documents/version-store.ts';
import type { CopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import { draftsFromVersions, type LocalDraft, readLocalDrafts, storeLocalDrafts } from './local-drafts.ts';
import { findMergeBase, type MergeBase, storeMergeBase } from './merge-base.ts';

/** A document as received: its versions are the whole chain, or those after the stored ones. */
export interface PulledDocument {
  readonly row: UnnumberedRow;
  readonly versions: readonly VersionRow[];
  readonly drafts: readonly DraftRow[];
  readonly signatures: readonly SignatureRow[];
  readonly cosign: readonly CosignRow[];
}

/** `conflict`: the home vault has new text beside local text. */
export type PullOutcome = 'known' | 'stored' | 'conflict';

/**
 * Decodes a pulled document's rows.
 * @throws CryptoError where the input is no document, or a bytes column is malformed
 */
export function decodePulledDocument(sealed: SealedDocument): PulledDocument {
  const { change_seq: _, ...row } = decodeRow<DocumentRow>(sealed.row, DOCUMENT_ROW_BYTES);
  return {
    row,
    versions: decodeRows<VersionRow>(sealed.versions, { sha256: true, sealed: true }),
    drafts: decodeRows<DraftRow>(sealed.drafts, { sealed: true }),
    signatures: decodeRows<SignatureRow>(sealed.signatures, { sealed: true }),
    cosign: decodeRows<CosignRow>(sealed.cosign, { sealed: true }),
  };
}

/** The previous local state, opened before its rows are replaced. */
interface Local {
  readonly row: DocumentRow;
  readonly versions: readonly VersionRow[];
  /** Drafts written on this copy. */
  readonly texts: readonly LocalDraft[];
}

export function createPulledDocumentWriter(core: DocumentsCore, store: CopyStore) {
  const checks = createDocumentChecks(core.db, core.workspaceId);

  /**
   * Stores a pulled document; runs in a transaction of its own.
   * @throws CryptoError where any part does not verify, or it is older than a state the home vault has sent before
   */
  function take(actor: Actor, pulled: PulledDocument): PullOutcome {
    const { document_id, row_mac, row_rev } = pulled.row;
    const base = findMergeBase(store, document_id);
    const local = readLocal(actor, base, document_id);
    if (base !== undefined && local !== undefined && equalBytes(base.row.row_mac, row_mac)) return 'known';
    if (base !== undefined && row_rev < base.row.row_rev) throw new CryptoError();
    const fork = commonAncestorSeq(local?.versions ?? [], pulled);
    const isHere = ({ seq }: VersionRow) => seq <= fork;
    put(actor, pulled, [
      ...(local?.versions.filter(isHere) ?? []),
      ...pulled.versions.filter((each) => !isHere(each)),
    ]);
    assertHolds(checks, actor, document_id);
    const row = written(document_id);
    if (isSampleRow(core, actor, row)) core.samples.insert(document_id);
    const draft = pulled.drafts.find(({ draft_rev }) => draft_rev === pulled.row.draft_rev);
    storeMergeBase(store, {
      row: pulled.row,
      draft: draft === undefined ? null : { author: draft.author, base_version_id: draft.base_version_id },
    });
    if (local === undefined) {
      publishCreated(core, row);
      return 'stored';
    }
    const isConflict = fork < local.row.seq && fork !== pulled.row.seq;
    if (isConflict) demoteToDrafts(actor, row, local, fork);
    else rebaseLocalVersions(actor, row, base, local);
    assertHolds(checks, actor, document_id);
    if (isConflict) store.updateNote({ document_id, state: 'conflict', code: null });
    else store.deleteNote(document_id);
    publishChanges(core, actor, local.row, written(document_id));
    return isConflict ? 'conflict' : 'stored';
  }

  function readLocal(actor: Actor, base: MergeBase | undefined, documentId: DocumentId): Local | undefined {
    const row = core.documents.find(documentId);
    if (row === undefined) return undefined;
    const texts = readLocalDrafts(core, actor, row, base?.row.last_draft_rev ?? 0);
    return { row, versions: [...core.versions.all(documentId)], texts };
  }

  /** Replaces all rows of the document; no former row stays. */
  function put(actor: Actor, pulled: PulledDocument, chain: readonly VersionRow[]): void {
    const { document_id } = pulled.row;
    core.documents.delete(document_id);
    core.documents.insert(pulled.row);
    for (const version of chain) core.versions.insert(version);
    for (const draft of pulled.drafts) core.drafts.insert(draft);
    for (const signature of pulled.signatures) core.signatures.insert(signature);
    for (const entry of pulled.cosign) core.cosign.insert(entry);
    actor.keyRing.forgetDek(document_id);
  }

  function written(documentId: DocumentId): DocumentRow {
    const row = core.documents.find(documentId);
    if (row === undefined) throw new CryptoError();
    return row;
  }

  /** Puts local versions and other local changes on top of the home vault's. */
  function rebaseLocalVersions(
    actor: Actor,
    row: DocumentRow,
    base: MergeBase | undefined,
    local: Local,
  ): void {
    const before = base?.row ?? row;
    const mine = local.versions.filter(({ seq }) => seq > row.seq);
    const changes = {
      ...(mine.length === 0 ? {} : headOf(local.row)),
      ...(local.row.is_archived === before.is_archived ? {} : { is_archived: local.row.is_archived }),
      ...(local.row.is_deleted === before.is_deleted ? {} : { is_deleted: local.row.is_deleted }),
      ...(local.row.specialist_ids === before.specialist_ids
        ? {}
        : { specialist_ids: local.row.specialist_ids }),
    };
    const { updated_at, updated_by } = local.row;
    const stamped = Object.keys(changes).length === 0 ? {} : { ...changes, updated_at, updated_by };
    const isEnded =
      local.row.draft_rev === null && before.draft_rev !== null && row.draft_rev === before.draft_rev;
    const drafts = storeLocalDrafts(core, actor, row, local.texts, { isEnded });
    if (Object.keys(stamped).length === 0 && drafts === undefined) return;
    for (const version of mine) core.versions.insert(version);
    replace(row, changedRow(actor, row, { ...stamped, ...drafts }));
  }

  /** Turns local versions into drafts: the newest becomes the draft, the earlier ones become discarded drafts. */
  function demoteToDrafts(actor: Actor, row: DocumentRow, local: Local, fork: number): void {
    const on = local.versions.find(({ seq }) => seq === fork)?.version_id ?? null;
    const versions = draftsFromVersions(core, actor, row, local.versions, fork);
    const isDrafted = local.texts.some(({ discarded_at }) => discarded_at === null);
    const texts = [
      ...versions.map((text, at) =>
        at === versions.length - 1 && !isDrafted ? text : { ...text, discarded_at: text.updated_at },
      ),
      ...local.texts,
    ].map((text) => ({
      ...text,
      base_version_id:
        core.versions.findById(row.document_id, text.base_version_id ?? row.head_version_id) === undefined ||
        text.base_version_id === null
          ? on
          : text.base_version_id,
    }));
    const drafts = storeLocalDrafts(core, actor, row, texts, { isEnded: false });
    if (drafts !== undefined) replace(row, changedRow(actor, row, drafts));
  }

  function replace(row: DocumentRow, next: UnnumberedRow): void {
    if (core.documents.replace(next, row.row_mac) === undefined) throw new CryptoError();
  }

  return { take };
}

/** Number of the newest version that both sides have; 0 for none. */
function commonAncestorSeq(here: readonly VersionRow[], { row, versions }: PulledDocument): number {
  const first = versions[0]?.seq ?? row.seq + 1;
  const theirs = new Map(versions.map(({ seq, version_id }) => [seq, version_id]));
  const same = here.filter(({ seq, version_id }) => seq < first || theirs.get(seq) === version_id);
  return Math.min(same.at(-1)?.seq ?? 0, row.seq);
}

function headOf(row: DocumentRow) {
  const { encrypted_index, head_version_id, head_sha256, head_bytes, seq } = row;
  return { encrypted_index, head_version_id, head_sha256, head_bytes, seq };
}

/** Verifies the stored document completely, except its patient, who may arrive later. @throws CryptoError */
function assertHolds(checks: DocumentChecks, { keyRing }: Actor, documentId: DocumentId): void {
  const checked = checks.check(keyRing, documentId);
  const isWhole = checked?.findings.every(({ code }) => code === 'link_broken') === true;
  if (!isWhole) throw new CryptoError();
}
