/**
 * Opens and checks pushed versions: each continues its document's chain, has the caller as author and a plausible time,
 * and contains exactly the record this vault would have sealed. A member with the group's key could seal anything, so
 * content that an ordinary save would refuse is refused here too.
 * Source: clinic design, section 9.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '#contract/documents/document-index.ts';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '#contract/limits.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { sha256 } from '#crypto/sha256.ts';
import { normaliseRecord } from '#records/normalise-record.ts';
import type { StoredSummaryOf } from '#records/sealed-summary.ts';
import { summarise } from '#records/summaries.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { openVersion, type VersionContent } from '#server/documents/sealing/version-seal.ts';
import { sourceTag } from '#server/documents/writes/create-document.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { assertPlausibleTimestamp, invalidRequest } from '#server/identity/requests/pushed-row-checks.ts';
import type { UnnumberedRow } from '#server/storage/documents/document-row.ts';
import type { VersionHeader, VersionRow } from '#server/storage/documents/version-store.ts';

/** True when record and tags match the schema of a save. */
export type IsValidContent = (resource: Resource, content: VersionContent<Resource>) => boolean;

export interface PushedContent {
  readonly row: UnnumberedRow;
  readonly versions: readonly VersionRow[];
  readonly dek: Dek;
}

/**
 * Checks versions that follow `base`, and their summary.
 * @returns the summary of the newest one; undefined when there is none.
 * @throws CryptoError where chain, hash or seal do not verify; invalid_request naming the fault
 */
export async function verifyPushedVersions(
  core: DocumentsCore,
  actor: Actor,
  { row, versions, dek }: PushedContent,
  base: VersionHeader | undefined,
  isSavable: IsValidContent,
): Promise<StoredSummaryOf[Resource] | undefined> {
  const { document_id, security_group_id, resource } = row;
  const scope = { workspace_id: core.workspaceId(), security_group_id, resource };
  let previous = base;
  let content: VersionContent<Resource> | undefined;
  const ids = new Set<string>();
  for (const version of versions) {
    const { seq, sealed } = version;
    if (version.document_id !== document_id || seq !== (previous?.seq ?? 0) + 1) throw new CryptoError();
    if (!equalBytes(sha256(sealed), version.sha256)) throw new CryptoError();
    const { version_id } = version;
    if (ids.has(version_id) || core.versions.findById(document_id, version_id) !== undefined)
      throw invalidRequest(`Version ${seq} has the id of another version.`);
    ids.add(version_id);
    if (version.created_by !== actor.principal_id)
      throw invalidRequest(
        `Version ${seq} has another author. A copy can push only versions of its own person.`,
      );
    assertPlausibleTimestamp(core.clock, version.created_at, previous?.created_at, `Version ${seq}`);
    content = openVersion(dek, scope, version, previous);
    await assertSaved(core, actor, resource, content, isSavable);
    previous = version;
  }
  assertHead(row, previous, versions.at(-1));
  const index = openIndex(resource, dek, scope.workspace_id, row);
  assertSource(actor, row, index.source_id);
  if (content === undefined) return undefined;
  const summary = summarise(resource, content.record, content.tags);
  if (!isDeepStrictEqual(index.summary, summary))
    throw invalidRequest('The summary does not match the newest version.');
  return summary;
}

/**
 * Checks the row's head columns against the version.
 * @throws CryptoError unless the row names this version as its head.
 */
function assertHead(
  row: UnnumberedRow,
  head: VersionHeader | undefined,
  brought: VersionRow | undefined,
): void {
  const isHead =
    head !== undefined &&
    row.seq === head.seq &&
    row.head_version_id === head.version_id &&
    equalBytes(row.head_sha256, head.sha256) &&
    (brought === undefined || row.head_bytes === brought.sealed.length);
  if (!isHead) throw new CryptoError();
}

function assertSource(actor: Actor, row: UnnumberedRow, sourceId: string | null): void {
  const tag =
    sourceId === null ? null : sourceTag(actor, row.security_group_id, row.group_key_generation, sourceId);
  const holds =
    tag === null || row.source_tag === null ? tag === row.source_tag : equalBytes(tag, row.source_tag);
  if (!holds) throw new CryptoError();
}

/** Checks the content of a pushed version. @throws invalid_request unless a save here would have sealed the same. */
async function assertSaved(
  core: DocumentsCore,
  actor: Actor,
  resource: Resource,
  content: VersionContent<Resource>,
  isSavable: IsValidContent,
): Promise<void> {
  const { record, tags } = content;
  if (!isPlain(record) || !isSavable(resource, content))
    throw invalidRequest('The record does not fit the schema of the vault.');
  const saved = await normaliseRecord(resource, record, {
    precision: core.settings().time_precision,
    completeReport: core.reports.of(actor.principal_id),
    isDraft: false,
  });
  const isUnchanged = isDeepStrictEqual(saved, record) && new Set(tags).size === tags.length;
  if (!isUnchanged)
    throw invalidRequest('The record differs from what the vault would seal. Save it here instead.');
}

/** True for values a request body may have: well-formed text, no keys special to JavaScript, limited depth. */
function isPlain(value: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[value, 1]];
  for (let count = 1; ; count += 1) {
    const next = waiting.pop();
    if (next === undefined) return true;
    const [at, depth] = next;
    if (typeof at === 'string' && !at.isWellFormed()) return false;
    if (typeof at !== 'object' || at === null) continue;
    if (depth > JSON_DEPTH_MAX || count > JSON_VALUES_MAX) return false;
    for (const [name, inner] of Object.entries(at)) {
      if (name === '__proto__' || !name.isWellFormed()) return false;
      waiting.push([inner, depth + 1]);
    }
  }
}
