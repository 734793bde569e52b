/**
 * Verifies and opens every version, draft and signature of one document, and reports each part that fails; one damaged
 * part never hides another. Reads in one transaction, for a consistent state during writes.
 * Source: sealing design B5, B8 (verify).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { type DocumentId, isUuidV7, type WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { equalBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { sha256 } from '#crypto/sha256.ts';
import { assertCosign, openCosign } from '#server/documents/sealing/cosign-seal.ts';
import { unwrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRow } from '#server/documents/sealing/document-row-mac.ts';
import { openDraft } from '#server/documents/sealing/draft-seal.ts';
import { assertSignatures, openSignature } from '#server/documents/sealing/signature-seal.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { openVersion } from '#server/documents/sealing/version-seal.ts';
import { createCosignStore } from '#server/storage/documents/cosign-store.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { createDocumentStore } from '#server/storage/documents/document-store.ts';
import { createDraftStore } from '#server/storage/documents/draft-store.ts';
import { createSignatureStore } from '#server/storage/documents/signature-store.ts';
import { createVersionStore, type VersionLink } from '#server/storage/documents/version-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

export interface CheckedDocument {
  readonly findings: readonly Finding[];
  readonly versions: number;
}

export interface DocumentChecks {
  readonly listIdsAfter: (after: string, limit: number) => DocumentId[];
  /** Verifies one document. Undefined when it is gone, or the key ring has no key of its group. */
  readonly check: (keyRing: KeyRing, documentId: DocumentId) => CheckedDocument | undefined;
}

export function createDocumentChecks(db: SqlEngine, workspaceId: () => WorkspaceId): DocumentChecks {
  const documents = createDocumentStore(db);
  const versions = createVersionStore(db);
  const drafts = createDraftStore(db);
  const signatures = createSignatureStore(db);
  const cosign = createCosignStore(db);

  function checkVersions(row: DocumentRow, dek: Dek): CheckedDocument {
    const findings: Finding[] = [];
    const { document_id, security_group_id, resource } = row;
    const scope = { workspace_id: workspaceId(), security_group_id, resource };
    let last = 0;
    let count = 0;
    let previous: VersionLink | undefined;
    for (const version of versions.all(document_id)) {
      const { seq, version_id } = version;
      count += 1;
      if (seq > row.seq) {
        findings.push(finding('version_unexpected', version_id));
        continue;
      }
      if (seq !== last + 1) {
        findings.push(finding('version_missing', document_id, `Number ${last + 1}.`));
        previous = undefined;
      }
      last = seq;
      const opens = succeeds(() => {
        if (!equalBytes(sha256(version.sealed), version.sha256)) throw new CryptoError();
        openVersion(dek, scope, version, previous);
      });
      previous = version;
      const isHead = version_id === row.head_version_id && equalBytes(version.sha256, row.head_sha256);
      if (!opens || (seq === row.seq && !isHead))
        findings.push(finding('version_damaged', isUuidV7(version_id) ? version_id : document_id));
    }
    if (last < row.seq) findings.push(finding('version_missing', document_id, `Number ${last + 1}.`));
    return { findings, versions: count };
  }

  function checkDrafts(row: DocumentRow, dek: Dek): Finding[] {
    const { document_id, security_group_id, resource } = row;
    const scope = { workspace_id: workspaceId(), security_group_id, resource };
    const stored = drafts.listAll(document_id);
    const damaged = stored.filter((draft) => !succeeds(() => openDraft(dek, scope, draft)));
    const isCurrentMissing =
      row.draft_rev !== null && !stored.some(({ draft_rev }) => draft_rev === row.draft_rev);
    return damaged.length > 0 || isCurrentMissing ? [finding('draft_damaged', document_id)] : [];
  }

  function checkSignatures(row: DocumentRow, dek: Dek): Finding[] {
    const stored = signatures.list(row.document_id);
    const holds = succeeds(() => {
      assertSignatures(row, stored);
      for (const signature of stored) openSignature(dek, workspaceId(), row, signature);
    });
    return holds ? [] : [finding('signature_damaged', row.document_id)];
  }

  function checkCosign(row: DocumentRow, dek: Dek): Finding[] {
    const stored = cosign.list(row.document_id);
    const holds = succeeds(() => {
      assertCosign(row, stored);
      for (const entry of stored) openCosign(dek, workspaceId(), row, entry);
    });
    return holds ? [] : [finding('cosign_request_damaged', row.document_id)];
  }

  function checkLink({ document_id, patient_id, security_group_id }: DocumentRow): Finding[] {
    if (patient_id === null) return [];
    const patient = documents.find(patient_id);
    const holds = patient?.resource === 'patients' && patient.security_group_id === security_group_id;
    return holds ? [] : [finding('link_broken', document_id)];
  }

  function check(keyRing: KeyRing, documentId: DocumentId): CheckedDocument | undefined {
    const row = documents.find(documentId);
    if (row === undefined || !keyRing.hasGroupKey(row.security_group_id)) return undefined;
    const id = isUuidV7(documentId) ? documentId : null;
    if (id === null || !succeeds(() => verifyRow(keyRing, row)))
      return { findings: [finding('document_damaged', id)], versions: 0 };
    const dek = attempt(() => unwrapDocumentDek(workspaceId(), keyRing, row));
    if (dek === undefined) return { findings: [finding('document_damaged', id)], versions: 0 };
    try {
      const summaryOpens = succeeds(() => openIndex(row.resource, dek, workspaceId(), row));
      const chain = checkVersions(row, dek);
      const findings = [
        ...(summaryOpens ? [] : [finding('summary_damaged', id)]),
        ...chain.findings,
        ...checkDrafts(row, dek),
        ...checkSignatures(row, dek),
        ...checkCosign(row, dek),
        ...checkLink(row),
      ];
      return { findings, versions: chain.versions };
    } finally {
      wipe(dek);
    }
  }

  return {
    listIdsAfter: documents.listIdsAfter,
    check: (keyRing, documentId) => db.readSnapshot(() => check(keyRing, documentId)),
  };
}

function attempt<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    // No principal has a key of this generation: the row's number was changed.
    if (
      error instanceof CryptoError ||
      (error instanceof VaultError && error.code === 'group_key_unavailable')
    )
      return undefined;
    throw error;
  }
}

function succeeds(open: () => unknown): boolean {
  return (
    attempt(() => {
      open();
      return true;
    }) === true
  );
}
