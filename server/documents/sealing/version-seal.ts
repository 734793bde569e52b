/**
 * Versions: the record and its tags, sealed complete under the document's DEK and chained to the version
 * before by id and SHA-256 of its envelope. What a version is bound to comes from the rows around it, never
 * from the envelope, so a version spliced in, dropped from the middle or moved does not open.
 * Source: sealing design B4, B5.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { versionContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import { sha256 } from '#crypto/sha256.ts';
import type { VersionHeader, VersionRow } from '#server/db/documents/version-store.ts';

export const RECORD_PAD_BYTES = 64;

/** What is sealed in a version. */
export interface VersionContent<R extends Resource> {
  readonly record: RecordOf[R];
  readonly tags: readonly string[];
}

/** The document a version belongs to. */
export interface VersionScope {
  readonly workspace_id: string;
  readonly security_group_id: string;
  readonly resource: Resource;
}

export type PreviousVersion = Pick<VersionHeader, 'version_id' | 'sha256'>;
type VersionIdentity = Omit<VersionHeader, 'sha256'>;

function contextOf(scope: VersionScope, version: VersionIdentity, previous: PreviousVersion | undefined) {
  // The first version has nothing before it; any later one without its predecessor is a broken chain.
  if ((previous === undefined) !== (version.seq === 1)) throw new CryptoError();
  return versionContext({
    workspace_id: scope.workspace_id,
    security_group_id: scope.security_group_id,
    resource: scope.resource,
    document_id: version.document_id,
    version_id: version.version_id,
    seq: version.seq,
    prev_version_id: previous?.version_id ?? null,
    prev_envelope_sha256: previous?.sha256 ?? null,
    created_by: version.created_by,
    created_at: version.created_at,
  });
}

export function sealVersion<R extends Resource>(
  dek: Dek,
  scope: VersionScope,
  identity: VersionIdentity,
  previous: PreviousVersion | undefined,
  content: VersionContent<R>,
): VersionRow {
  const plaintext = utf8(JSON.stringify(content));
  const sealed = sealPacked(dek, plaintext, contextOf(scope, identity, previous), RECORD_PAD_BYTES);
  return { ...identity, sha256: sha256(sealed), sealed };
}

/** @throws CryptoError unless the version is the sealed one, at this place of this document's chain. */
export function openVersion<R extends Resource>(
  dek: Dek,
  scope: VersionScope,
  version: VersionRow,
  previous: PreviousVersion | undefined,
): VersionContent<R> {
  const plaintext = openPacked(dek, version.sealed, contextOf(scope, version, previous));
  return JSON.parse(fromUtf8(plaintext));
}
