/**
 * Seals co-signature entries (a request, or its withdrawal) under the document's DEK. The digest of all entries of a
 * document is under its row MAC. Built like personal signatures: sealing design B12.
 */
import type { CosignRequestId, PrincipalId, VersionId, WorkspaceId } from '#contract/ids.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { cosignContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { CosignRow } from '#server/storage/documents/cosign-store.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { assertDigestMatches, entriesDigest } from './entries-digest.ts';

const SCHEMA = 2;
/** Length to which both kinds of entry are padded, so that it does not reveal the kind. */
const PAD_BYTES = 512;

export interface RequestContent {
  readonly what: 'asked';
  readonly version_id: VersionId;
  readonly seq: number;
  /** The colleague asked to co-sign. */
  readonly principal_id: PrincipalId;
  readonly by: PrincipalId;
  readonly at: string;
}

export interface WithdrawalContent {
  readonly what: 'taken_back';
  readonly request_id: CosignRequestId;
  readonly by: PrincipalId;
  readonly at: string;
}

export type CosignContent = RequestContent | WithdrawalContent;

type Place = Pick<DocumentRow, 'document_id' | 'security_group_id'>;

function contextOf(workspaceId: WorkspaceId, { document_id, security_group_id }: Place, id: string) {
  return cosignContext({ workspace_id: workspaceId, security_group_id, document_id, object_id: id });
}

export function sealCosign(
  dek: Dek,
  workspaceId: WorkspaceId,
  place: Place,
  entryId: CosignRequestId,
  content: CosignContent,
): Uint8Array {
  return sealJson(dek, { schema: SCHEMA, content }, contextOf(workspaceId, place, entryId), PAD_BYTES);
}

/** Opens an entry. @throws CryptoError unless it was sealed for this document. */
export function openCosign(
  dek: Dek,
  workspaceId: WorkspaceId,
  place: Place,
  { entry_id, sealed }: CosignRow,
): CosignContent {
  return openJson<CosignContent>(dek, sealed, contextOf(workspaceId, place, entry_id), SCHEMA).content;
}

/** Digest of all entries, 32 bytes; null for none. */
export function cosignDigest(rows: readonly CosignRow[]): Uint8Array | null {
  return entriesDigest(rows.map(({ number, entry_id: id, sealed }) => ({ number, id, sealed })));
}

/** Verifies the digest of all entries. @throws CryptoError when one is missing, added or changed. */
export function assertCosign(row: Pick<DocumentRow, 'cosign_sha256'>, rows: readonly CosignRow[]): void {
  assertDigestMatches(cosignDigest(rows), row.cosign_sha256);
}
