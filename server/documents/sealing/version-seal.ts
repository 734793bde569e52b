/**
 * Seals versions: record and tags, complete, under the document's DEK, chained to the previous version by id and
 * SHA-256 of its envelope. The bound values come from the rows, never from the envelope, so a version that was
 * inserted, removed from the middle or moved does not open.
 * Source: sealing design B4, B5.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { versionContext } from '#crypto/sealing/context.ts';
import { prepareOpenPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { PreparedOpen } from '#crypto/sealing/seal-subkey.ts';
import { encodeSealedJson, openJson, openJsonWith } from '#crypto/sealing/sealed-json.ts';
import { sha256 } from '#crypto/sha256.ts';
import { completeRecord, isComplete } from '#records/complete-record.ts';
import type {
  ChainedVersion,
  VersionHeader,
  VersionLink,
  VersionRow,
} from '#server/storage/documents/version-store.ts';

export const RECORD_PAD_BYTES = 64;

/** Schema 1: the content alone. Schema 2: the schema number before it. */
const SCHEMA = 2;

/** Content of a version that is sealed. */
export interface VersionContent<R extends Resource> {
  readonly record: RecordOf[R];
  readonly tags: readonly string[];
}

export interface OpenedVersion<R extends Resource> extends VersionContent<R> {
  /** The sealed bytes, where today's serialisation is the same; undefined where an older schema has other fields. */
  readonly bytes: Uint8Array | undefined;
}

/** Content that an older schema may have sealed, with fields of the record missing. */
interface SealedVersion<R extends Resource> extends Omit<VersionContent<R>, 'record'> {
  readonly record: Partial<RecordOf[R]>;
}

/** Document that a version belongs to. */
export interface VersionScope<R extends Resource = Resource> {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
  readonly resource: R;
}

type VersionIdentity = Omit<VersionHeader, 'sha256'>;

function contextOf(scope: VersionScope, version: VersionIdentity, previous: VersionLink | undefined) {
  // The first version has no predecessor; any later one without it is a broken chain.
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

/** Seals a version. @returns the sealed version, and the result of opening it. */
export function sealVersion<R extends Resource>(
  dek: Dek,
  scope: VersionScope<R>,
  identity: VersionIdentity,
  previous: VersionLink | undefined,
  { record, tags }: VersionContent<R>,
): { readonly version: VersionRow; readonly opened: OpenedVersion<R> } {
  const context = contextOf(scope, identity, previous);
  const bytes = encodeSealedJson({ schema: SCHEMA, content: { record, tags } });
  const sealed = sealPacked(dek, bytes, context, RECORD_PAD_BYTES);
  return { version: { ...identity, sha256: sha256(sealed), sealed }, opened: { record, tags, bytes } };
}

/**
 * Opens a version. The record has every present field, null where an older schema lacks it.
 * @throws CryptoError unless the version was sealed at this place of this document's chain.
 */
export function openVersion<R extends Resource>(
  dek: Dek,
  scope: VersionScope<R>,
  version: VersionRow,
  previous: VersionLink | undefined,
): VersionContent<R> {
  const context = contextOf(scope, version, previous);
  const { content } = openJson<SealedVersion<R>>(dek, version.sealed, context, SCHEMA);
  return { record: completeRecord(scope.resource, content.record), tags: content.tags };
}

/**
 * Derives the values for opening a version.
 * @throws CryptoError where the chain is broken, or the version was sealed under another key or for another place.
 */
export function prepareOpenVersion(dek: Dek, scope: VersionScope, chained: ChainedVersion): PreparedOpen {
  const { version, previous } = chained;
  return prepareOpenPacked(dek, version.sealed, contextOf(scope, version, previous));
}

/**
 * Opens a version like `openVersion`, with the values `prepareOpenVersion` derived for this very version. @throws
 * as `openVersion`
 */
export function openVersionWith<R extends Resource>(opening: PreparedOpen, resource: R): OpenedVersion<R> {
  const { content, bytes } = openJsonWith<SealedVersion<R>>(opening, SCHEMA);
  const { record, tags } = content;
  if (isComplete(resource, record)) return { record, tags, bytes };
  return { record: completeRecord(resource, record), tags, bytes: undefined };
}

const BEFORE_RECORD = utf8(`[${SCHEMA},{"record":`);
const behindRecord = (tags: readonly string[]): Uint8Array => utf8(`,"tags":${JSON.stringify(tags)}}]`);
const BEHIND_RECORD_WITHOUT_TAGS = behindRecord([]);

/** A view of the record's JSON within the sealed bytes; undefined where it must be serialised again. */
export function sealedRecordJson<R extends Resource>({
  tags,
  bytes,
}: OpenedVersion<R>): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  const behind = tags.length === 0 ? BEHIND_RECORD_WITHOUT_TAGS : behindRecord(tags);
  const end = bytes.length - behind.length;
  const isAsSealed =
    end > BEFORE_RECORD.length && standsAt(bytes, 0, BEFORE_RECORD) && standsAt(bytes, end, behind);
  return isAsSealed ? bytes.subarray(BEFORE_RECORD.length, end) : undefined;
}

/** Compares byte by byte: for so few bytes, creating a view for the engine's comparison costs more. */
function standsAt(bytes: Uint8Array, from: number, part: Uint8Array): boolean {
  for (let at = 0; at < part.length; at += 1) if (bytes[from + at] !== part[at]) return false;
  return true;
}
