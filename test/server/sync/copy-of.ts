/**
 * Copies a vault as another program would: from the bootstrap data, opened by its person's passphrase, with keys to
 * verify pulled and seal pushed rows. Its rows are in a separate SQLite.
 */
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import {
  type DocumentId,
  type PrincipalId,
  parseDocumentId,
  parseVersionId,
  type SecurityGroupId,
  type VersionId,
  type WorkspaceId,
} from '#contract/ids.ts';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import type { SealedDocument } from '#contract/sync/sealed-rows.ts';
import type { PushBody } from '#contract/sync/sync-bodies.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type Dek, generateDek } from '#crypto/keys/key-types.ts';
import { normaliseRecord } from '#records/normalise-record.ts';
import { summarise } from '#records/summaries.ts';
import { normaliseReportForms } from '#report/normalise-report-forms.ts';
import type { VaultClient } from '#sdk/client.ts';
import { unwrapDocumentDek, wrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import { signRow, verifyRowUncached } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex, sealIndex } from '#server/documents/sealing/summary-seal.ts';
import { openVersion, sealVersion } from '#server/documents/sealing/version-seal.ts';
import { decodeRow, encodeRow } from '#server/identity/requests/row-as-json.ts';
import { unlockReadOnly } from '#server/integrity/unlock-read-only.ts';
import { createAccessStores } from '#server/storage/access/access-stores.ts';
import type { GrantRow } from '#server/storage/access/membership-store.ts';
import type { SeenHeadRow, WrapRow } from '#server/storage/access/principal-store.ts';
import {
  DOCUMENT_ROW_BYTES,
  type DocumentRow,
  type UnnumberedRow,
} from '#server/storage/documents/document-row.ts';
import type { VersionLink, VersionRow } from '#server/storage/documents/version-store.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { decodePrincipal } from '#server/sync/travelling-copy/apply-bootstrap.ts';
import { systemClock } from '#server/system/clock.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

export interface Copy {
  readonly frame: SyncBootstrap;
  readonly workspace_id: WorkspaceId;
  readonly principal_id: PrincipalId;
  readonly keyRing: KeyRing;
}

/** Requires an open session. @param passphrase of the session's person */
export async function copyOf(client: VaultClient, passphrase: string): Promise<Copy> {
  const { principal } = await client.session.get();
  const frame = await client.travel.frame();
  const folder = makeTempDir();
  const db = createSqliteEngine(openVaultDatabase(join(folder.path, 'vault.sqlite'), MIGRATIONS));
  fill(createAccessStores(db), frame);
  const { principal_id } = principal;
  const reader = await unlockReadOnly(db, systemClock, { passphrase, principal_id });
  db.close();
  folder.remove();
  return { frame, workspace_id: reader.workspace_id, principal_id, keyRing: reader.principal.keyRing };
}

function fill(stores: ReturnType<typeof createAccessStores>, frame: SyncBootstrap): void {
  const { workspace, principals, membership, credentials } = stores;
  workspace.insertWorkspace(frame.workspace);
  workspace.updateSettings(frame.settings);
  for (const row of frame.principals) principals.insert(decodePrincipal(row));
  for (const row of frame.wraps) principals.updateWrap(decodeRow<WrapRow>(row, { salt: true, packed: true }));
  if (frame.seen_head) principals.updateSeenHead(decodeRow<SeenHeadRow>(frame.seen_head, { mac: true }));
  for (const row of frame.membership) membership.insertRecord(row);
  for (const { security_group_id, name, created_at, name_salt = null } of frame.groups)
    membership.insertGroup({ security_group_id, name, created_at, name_salt });
  for (const row of frame.grants) membership.updateGrant(decodeRow<GrantRow>(row, { packed: true }));
  if (frame.credential) credentials.insert(frame.credential);
}

function rowOf({ row }: Pick<SealedDocument, 'row'>): DocumentRow {
  return decodeRow<DocumentRow>(row, DOCUMENT_ROW_BYTES);
}

/** Opens the records of a pulled document, oldest first. @throws CryptoError if a row, chain or seal is invalid */
export function openPulled({ keyRing, workspace_id }: Copy, document: SealedDocument) {
  const row = rowOf(document);
  verifyRowUncached(keyRing, row);
  const dek = unwrapDocumentDek(workspace_id, keyRing, row);
  openIndex(row.resource, dek, workspace_id, row);
  let previous: VersionLink | undefined;
  return document.versions.map((packed) => {
    const version = decodeRow<VersionRow>(packed, { sha256: true, sealed: true });
    const { record } = openVersion(dek, { ...row, workspace_id }, version, previous);
    previous = version;
    return record;
  });
}

interface Written<R extends Resource> {
  readonly record: RecordInputOf[R];
  readonly at?: string;
  readonly by?: PrincipalId;
  /** Id of the version; a new one by default. */
  readonly version_id?: VersionId;
  /** Sealed content that no save would produce. */
  readonly sealedAs?: object;
  /** Changed row fields, covered by its MAC. */
  readonly row?: Partial<DocumentRow>;
}

/** Builds a new document as a copy pushes it. */
export function newDocument<R extends Resource>(
  copy: Copy,
  resource: R,
  group: SecurityGroupId,
  written: Written<R>,
): Promise<PushBody> {
  const { at = new Date().toISOString(), by = copy.principal_id } = written;
  const document_id = parseDocumentId(v7());
  const generation = copy.keyRing.currentGroupKey(group).generation;
  const dek = generateDek();
  const keys = { document_id, security_group_id: group, group_key_generation: generation };
  const blank: Omit<
    UnnumberedRow,
    'encrypted_index' | 'head_version_id' | 'head_sha256' | 'head_bytes' | 'row_mac'
  > = {
    ...keys,
    resource,
    patient_id: null,
    specialist_ids: '[]',
    source_tag: null,
    dek: wrapDocumentDek(copy.workspace_id, copy.keyRing, dek, keys),
    seq: 0,
    draft_rev: null,
    last_draft_rev: 0,
    is_archived: 0,
    is_deleted: 0,
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: null,
    signatures_sha256: null,
    cosign_sha256: null,
    cosign_open: null,
    row_rev: 0,
  };
  return seal(copy, { ...blank, resource }, dek, undefined, written, null);
}

/** Builds another version of a pulled document. */
export function nextVersion<R extends Resource>(
  copy: Copy,
  resource: R,
  document: SealedDocument,
  written: Written<R>,
): Promise<PushBody> {
  const { change_seq: _, row_mac, ...base } = rowOf(document);
  const { at = new Date().toISOString(), by = copy.principal_id } = written;
  const dek = unwrapDocumentDek(copy.workspace_id, copy.keyRing, rowOf(document));
  const previous = { version_id: base.head_version_id, sha256: base.head_sha256 };
  const row = { ...base, resource, updated_at: at, updated_by: by };
  return seal(copy, row, dek, previous, written, encodeRow({ row_mac }).row_mac);
}

async function seal<R extends Resource>(
  copy: Copy,
  base: Omit<
    UnnumberedRow,
    'encrypted_index' | 'head_version_id' | 'head_sha256' | 'head_bytes' | 'row_mac'
  > & {
    readonly resource: R;
  },
  dek: Dek,
  previous: VersionLink | undefined,
  {
    record: given,
    at = base.updated_at,
    by = copy.principal_id,
    version_id,
    sealedAs,
    row: other = {},
  }: Written<R>,
  base_row_mac: string | null,
): Promise<PushBody> {
  const { workspace_id } = copy;
  const { resource, document_id, security_group_id } = base;
  const saved = await normaliseRecord(resource, given, {
    precision: 'none',
    completeReport: async (pair) => normaliseReportForms(pair),
    isDraft: false,
  });
  const record = { ...saved, ...sealedAs };
  const identity = {
    document_id,
    seq: base.seq + 1,
    version_id: version_id ?? parseVersionId(v7()),
    created_at: at,
    created_by: by,
  };
  const scope = { workspace_id, security_group_id, resource };
  const { version } = sealVersion(dek, scope, identity, previous, { record, tags: [] });
  const head = { document_id, security_group_id, head_version_id: version.version_id };
  const summary = summarise(resource, record, []);
  const row = signRow(copy.keyRing, {
    ...base,
    ...head,
    encrypted_index: sealIndex(dek, workspace_id, head, { summary, source_id: null }),
    head_sha256: version.sha256,
    head_bytes: version.sealed.length,
    seq: version.seq,
    row_rev: base.row_rev + 1,
    ...other,
  });
  return { base_row_mac, row: encodeRow(row) as PushBody['row'], versions: [encodeRow(version)] };
}

export function documentIdOf({ row }: PushBody): DocumentId {
  return row.document_id;
}
