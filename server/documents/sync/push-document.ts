/**
 * Accepts a document pushed by a travelling copy: a new one, or versions on top of the row the copy last pulled. A
 * successor is stored as sealed there, with its author and time. Anything else is refused, and the copy merges both
 * texts. All checks of an ordinary save run here, on the opened rows.
 * Source: clinic design, section 9; sealing design B8 (conditional write).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { SPECIALIST_IDS_MAX_COUNT } from '#contract/limits.ts';
import type { PushBody, Pushed } from '#contract/sync/sync-bodies.ts';
import { decodeBase64Url, encodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument, requireNotPending } from '#server/documents/reads/find-document.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { verifyRowUncached } from '#server/documents/sealing/document-row-mac.ts';
import { requirePatientInGroup } from '#server/documents/writes/check-exam-patient.ts';
import { publishChanges, publishCreated } from '#server/documents/writes/publish-change.ts';
import { draftEndedBySave } from '#server/documents/writes/update-document.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import {
  assertPlausibleTimestamp,
  invalidRequest,
  isPlausibleCounter,
} from '#server/identity/requests/pushed-row-checks.ts';
import { decodeRow, equalColumns } from '#server/identity/requests/row-as-json.ts';
import {
  DOCUMENT_ROW_BYTES,
  type DocumentRow,
  SAVED_COLUMNS,
  type UnnumberedRow,
} from '#server/storage/documents/document-row.ts';
import type { VersionRow } from '#server/storage/documents/version-store.ts';
import { type IsValidContent, verifyPushedVersions } from './verify-pushed-content.ts';

/** Columns of an existing document that a copy may change. */
const CHANGEABLE: ReadonlySet<string> = new Set(SAVED_COLUMNS);

/**
 * Idempotent: versions already stored are returned unchanged.
 * @throws not_found, permission_denied unless an editor; version_conflict when the stored row is another one;
 * group_key_unavailable for a row under an older key; version_pending, document_deleted; invalid_request for another
 * author, an impossible time, a column the copy may not change, a record no save would have made, and where MAC, chain
 * or seal of the pushed rows do not verify
 * @throws CryptoError where the stored row is damaged
 */
export async function pushDocument(
  core: DocumentsCore,
  actor: Actor,
  body: PushBody,
  isSavable: IsValidContent,
): Promise<Pushed> {
  const { row, versions, baseMac } = await asSenderFault(async () => ({
    row: decodeRow<UnnumberedRow>(body.row, DOCUMENT_ROW_BYTES),
    versions: body.versions.map((version) => decodeRow<VersionRow>(version, { sha256: true, sealed: true })),
    baseMac: body.base_row_mac === null ? null : decodeBase64Url(body.base_row_mac),
  }));
  const base = findBase(core, actor, row, baseMac);
  if (base !== undefined && isHere(core, base, row, versions)) return toPushed(base);
  if (!isBase(base, baseMac)) throw conflict(base);
  requireCurrentKey(actor, row, base);
  await asSenderFault(async () => verifyRowUncached(actor.keyRing, { ...row, change_seq: 0 }));
  assertColumns(core, actor, row, base, versions);
  const head = base && core.versions.find(row.document_id, base.seq)?.version;
  const summary = await asSenderFault(async () => {
    const dek = documentDek(core.workspaceId(), actor.keyRing, row);
    return verifyPushedVersions(core, actor, { row, versions, dek }, head, isSavable);
  });
  const written = await core.commits.write(() => {
    requireCurrentKey(actor, row, base);
    const stored = base === undefined ? insert(core, actor, row) : replace(core, actor, row, base);
    for (const version of versions) core.versions.insert(version);
    if (summary) core.search.cacheSummary(actor.keyRing, row.security_group_id, row.head_version_id, summary);
    if (base === undefined && summary && 'sample' in summary) core.samples.insert(row.document_id);
    if (base === undefined) publishCreated(core, stored);
    else publishChanges(core, actor, base, stored);
    return stored;
  });
  return toPushed(written);
}

/**
 * Turns a failed verification of pushed rows into `invalid_request`: it is the sender's fault. Stored rows are not
 * checked by it.
 */
async function asSenderFault<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof CryptoError)
      throw invalidRequest('Verification failed (MAC, version chain or seal). Nothing was stored.');
    throw error;
  }
}

/** The stored row. For one in a foreign group, the caller learns only that the id is taken. */
function findBase(
  core: DocumentsCore,
  actor: Actor,
  row: UnnumberedRow,
  baseMac: Uint8Array | null,
): DocumentRow | undefined {
  const { resource, document_id, security_group_id } = row;
  if (baseMac === null) {
    requireRoleInGroup(actor, security_group_id, 'editor');
    actor.keyRing.currentGroupKey(security_group_id);
    const scope = core.documents.scopeOrNearest(document_id);
    if (scope?.document_id !== document_id) return undefined;
    if (scope.security_group_id !== security_group_id || scope.resource !== resource)
      throw invalidRequest('This id is already in use. Nothing was stored.');
  }
  const base = requireDocument(core, actor, { resource, document_id }, 'editor');
  requireNotPending(core, base);
  return base;
}

/** True when an earlier push has stored all of it. */
function isHere(
  core: DocumentsCore,
  base: DocumentRow,
  row: UnnumberedRow,
  versions: readonly VersionRow[],
): boolean {
  if (equalBytes(base.row_mac, row.row_mac)) return true;
  const last = versions.at(-1);
  const stored = last && core.versions.find(row.document_id, last.seq)?.version;
  return stored !== undefined && equalBytes(stored.sha256, last?.sha256 ?? new Uint8Array());
}

function isBase(base: DocumentRow | undefined, baseMac: Uint8Array | null): boolean {
  if (base === undefined || baseMac === null) return base === undefined && baseMac === null;
  return equalBytes(base.row_mac, baseMac);
}

function conflict(base: DocumentRow | undefined): VaultError {
  return new VaultError(
    'version_conflict',
    'The document was changed here since the copy last pulled. Pull, then push again.',
    {
      headers: base === undefined ? {} : { 'x-latest-version-id': base.head_version_id },
    },
  );
}

/**
 * Requires rows under the newest key.
 * @throws group_key_unavailable where the pushed or stored row is not under the newest key
 */
function requireCurrentKey(actor: Actor, row: UnnumberedRow, base: DocumentRow | undefined): void {
  const { generation } = actor.keyRing.currentGroupKey(row.security_group_id);
  const isCurrent = row.group_key_generation === generation;
  if (isCurrent && (base?.group_key_generation ?? generation) === generation) return;
  throw new VaultError('group_key_unavailable', 'The group key was rotated. Pull, re-wrap, push again.');
}

function assertColumns(
  core: DocumentsCore,
  actor: Actor,
  row: UnnumberedRow,
  base: DocumentRow | undefined,
  versions: readonly VersionRow[],
): void {
  if (base === undefined) assertNew(core, actor, row, versions);
  else assertChange(core, actor, row, base, versions);
  const given: unknown = parseIds(row.specialist_ids);
  if (row.specialist_ids !== JSON.stringify(given))
    throw invalidRequest('specialist_ids must be a list of ids.');
  for (const flag of [row.is_archived, row.is_deleted])
    if (flag !== 0 && flag !== 1) throw invalidRequest('A flag must be 0 or 1.');
}

function assertNew(
  core: DocumentsCore,
  actor: Actor,
  row: UnnumberedRow,
  versions: readonly VersionRow[],
): void {
  const isNew =
    row.created_by === actor.principal_id &&
    row.created_at === versions[0]?.created_at &&
    (row.updated_by === null || row.updated_by === actor.principal_id) &&
    row.draft_rev === null &&
    row.signatures_sha256 === null &&
    row.cosign_sha256 === null &&
    row.cosign_open === null &&
    isPlausibleCounter(row.row_rev, 0) &&
    isPlausibleCounter(row.last_draft_rev, -1);
  if (!isNew) throw invalidRequest('A new document must name you as author and start with version 1.');
  assertPlausibleTimestamp(core.clock, row.updated_at, row.created_at, 'The document');
  if (row.patient_id !== null && row.resource !== 'exams')
    throw invalidRequest('Only an exam can belong to a patient.');
  requirePatientInGroup(core, actor, row.security_group_id, row.patient_id);
}

function assertChange(
  core: DocumentsCore,
  actor: Actor,
  row: UnnumberedRow,
  base: DocumentRow,
  versions: readonly VersionRow[],
): void {
  for (const [name, value] of Object.entries(row)) {
    if (CHANGEABLE.has(name)) continue;
    if (!equalColumns(value, base[name as keyof UnnumberedRow]))
      throw invalidRequest(`A travelling copy cannot change ${name}.`);
  }
  if (base.is_deleted === 1 && row.is_deleted === 1)
    throw new VaultError('document_deleted', 'The document is in the trash. Restore it first.');
  const isSameHead =
    row.head_bytes === base.head_bytes && equalBytes(row.encrypted_index, base.encrypted_index);
  if (versions.length === 0 && !isSameHead)
    throw invalidRequest('Head and summary can change only with a new version.');
  if (row.updated_by !== actor.principal_id)
    throw invalidRequest('updated_by must be the person who pushes.');
  assertPlausibleTimestamp(core.clock, row.updated_at, base.updated_at, 'The document');
  const keepsDraft = row.draft_rev === base.draft_rev;
  const endsDraft =
    row.draft_rev === null && versions.length > 0 && draftEndedBySave(core, actor, base) !== null;
  if (!(keepsDraft || endsDraft))
    throw invalidRequest('Drafts are not pushed. Send the draft_rev of the row here.');
  if (
    !(
      isPlausibleCounter(row.row_rev, base.row_rev) &&
      isPlausibleCounter(row.last_draft_rev, base.last_draft_rev - 1)
    )
  )
    throw invalidRequest('row_rev and last_draft_rev must not decrease.');
}

function parseIds(text: string): readonly string[] | undefined {
  try {
    const ids: unknown = JSON.parse(text);
    if (!Array.isArray(ids) || ids.length > SPECIALIST_IDS_MAX_COUNT || new Set(ids).size !== ids.length)
      return undefined;
    return ids.every((id) => typeof id === 'string' && isUuidV7(id)) ? ids : undefined;
  } catch {
    return undefined;
  }
}

function insert(core: DocumentsCore, actor: Actor, row: UnnumberedRow): DocumentRow {
  requirePatientInGroup(core, actor, row.security_group_id, row.patient_id);
  if (core.documents.find(row.document_id) !== undefined) throw conflict(undefined);
  return core.documents.insert(row);
}

function replace(core: DocumentsCore, actor: Actor, row: UnnumberedRow, base: DocumentRow): DocumentRow {
  requireNotPending(core, base);
  const ended = row.draft_rev === null ? base.draft_rev : null;
  const written = core.documents.replace(row, base.row_mac);
  if (written === undefined) {
    throw conflict(requireDocument(core, actor, row, 'editor'));
  }
  if (ended !== null) core.drafts.delete(row.document_id, ended);
  core.rows.cacheWritten(written);
  return written;
}

function toPushed({ document_id, row_mac, head_version_id, seq, change_seq }: DocumentRow): Pushed {
  return { document_id, row_mac: encodeBase64Url(row_mac), head_version_id, seq, change_seq };
}
