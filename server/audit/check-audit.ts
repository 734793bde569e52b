/**
 * Whether the audit log is the one that was written: no entry missing, changed, moved or added, every sealed one
 * opening in its place, every signature over the entry it names, and the head no earlier than the one remembered
 * outside the folder. Needs no key for the chain itself; with an administrator's keys, the sealed entries count too.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import type { DocumentId, VersionId, WorkspaceId } from '#contract/ids.ts';
import { AUDIT_GENESIS, auditHash, auditHeadStatement, auditKeyHash } from '#crypto/audit/entry-hash.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { isStatementOf } from '#crypto/principals/statements.ts';
import type { AuditRow, AuditStore } from '#server/db/audit/audit-store.ts';
import type { AuditContent } from './audit-content.ts';
import { AUDIT_HEAD_LABEL } from './audit-log.ts';
import type { EntryOpener } from './entry-opener.ts';
import { createToldRows, type StoredRows } from './set-back.ts';

const ROWS_AT_ONCE = 200;
/** More would say nothing more; the first is what to look at. */
const FINDINGS_MAX = 1_000;

export interface AuditCheckOptions {
  readonly store: AuditStore;
  readonly workspaceId: WorkspaceId;
  readonly state: MembershipState;
  /** Absent: the chain alone. */
  readonly opener?: EntryOpener;
  /** The head as it was last seen, kept outside the folder. */
  readonly seen?: { readonly seq: number; readonly hash: Uint8Array } | undefined;
  /** Versions that must have been written down since the log began, by document. */
  readonly expectVersions?: readonly ExpectedVersion[];
  /** What must be there of what was told; absent where rows go without a word, as in a travelling copy. */
  readonly stored?: StoredRows;
  readonly signal?: AbortSignal;
}

export interface ExpectedVersion {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  readonly created_at: string;
}

export interface AuditChecked {
  readonly findings: readonly Finding[];
  readonly entries: number;
  readonly opened: number;
  readonly first_at: string | null;
  readonly broken_seq: number | null;
}

export async function checkAudit(options: AuditCheckOptions): Promise<AuditChecked> {
  const { store, workspaceId, opener, signal } = options;
  const findings: Finding[] = [];
  const versions = new Set<string>();
  const told = createToldRows();
  const last = store.head()?.seq ?? 0;
  const hashes = signedPlaces(options);
  const keyHashes = new Map<string, Uint8Array>();
  let previous: { readonly seq: number; readonly hash: Uint8Array } = { seq: 0, hash: AUDIT_GENESIS };
  let firstAt: string | null = null;
  let entries = 0;
  let opened = 0;
  let key: string | null = null;

  function blame(seq: number): void {
    if (findings.length < FINDINGS_MAX) findings.push(finding('audit_damaged', String(seq)));
  }

  /** Undefined where the key is missing. */
  function keyHashOf(keyId: string): Uint8Array | undefined {
    const row = keyHashes.has(keyId) ? undefined : store.findKey(keyId);
    if (row) keyHashes.set(keyId, auditKeyHash(row));
    return keyHashes.get(keyId);
  }

  function isInPlace({ seq, at, key_id, entry, hash }: AuditRow): boolean {
    const key_sha256 = key_id === null ? null : keyHashOf(key_id);
    if (key_sha256 === undefined) return false;
    const place = { workspace_id: workspaceId, seq, at, key_id, key_sha256 };
    return equalBytes(auditHash({ ...place, entry, prev_hash: previous.hash }), hash);
  }

  function check(row: AuditRow): void {
    if (row.seq !== previous.seq + 1) blame(previous.seq + 1);
    const holds = isInPlace(row);
    const content = holds ? openOrBlame(row) : undefined;
    if (!holds) blame(row.seq);
    if (content?.version_id) versions.add(content.version_id);
    if (content) told.see(content);
    const named = hashes.get(row.seq);
    if (named?.some((hash) => !equalBytes(hash, row.hash))) blame(row.seq);
    hashes.delete(row.seq);
    previous = row;
  }

  function openOrBlame(row: AuditRow): AuditContent | undefined {
    try {
      const content = opener?.open(row, previous.hash);
      if (content) opened += 1;
      return content;
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      blame(row.seq);
      return undefined;
    }
  }

  async function readTo(end: number): Promise<void> {
    for (let rows = store.listAfter(previous.seq, ROWS_AT_ONCE); rows.length > 0; ) {
      signal?.throwIfAborted();
      for (const row of rows) {
        if (row.seq > end) break;
        // The key of a session is milliseconds to open, its entries microseconds.
        if (row.key_id !== key) await nextTurn();
        key = row.key_id;
        firstAt ??= row.at;
        entries += 1;
        check(row);
      }
      await nextTurn();
      const from = rows.at(-1)?.seq ?? end;
      rows = from >= end ? [] : store.listAfter(from, ROWS_AT_ONCE);
    }
  }

  /** Where something seems gone, what was written meanwhile is read too: it may have been purged. */
  async function listGone(stored: StoredRows): Promise<Finding[]> {
    if (told.listGone(stored).length > 0) await readTo(store.head()?.seq ?? last);
    const behind = new Set(findings.filter(({ code }) => code === 'audit_behind').map(({ id }) => id));
    return told.listGone(stored).filter(({ id }) => !behind.has(id));
  }

  await readTo(last);
  // What was signed or seen of places beyond the end.
  for (const seq of hashes.keys()) if (seq > last) findings.push(finding('audit_cut', String(seq)));
  // A signature under a chain that is broken anyway would say nothing more.
  if (findings.length === 0) findings.push(...(await checkSignatures(options)));
  findings.push(...checkKeys(store));
  if (opener && firstAt !== null && opened === entries)
    findings.push(...missingVersions(options.expectVersions ?? [], versions, firstAt));
  if (opener && opened === entries && options.stored) findings.push(...(await listGone(options.stored)));
  const broken = findings.find(({ code }) => code === 'audit_damaged' || code === 'audit_cut');
  return {
    findings,
    entries,
    opened,
    first_at: firstAt,
    broken_seq: broken?.id ? Number(broken.id) : null,
  };
}

/** The hashes somebody vouches for, by the entry they are of. */
function signedPlaces({ store, seen }: AuditCheckOptions): Map<number, Uint8Array[]> {
  const places = new Map<number, Uint8Array[]>();
  for (const { seq, hash } of [...store.listSignatures(), ...(seen ? [seen] : [])])
    places.set(seq, [...(places.get(seq) ?? []), hash]);
  return places;
}

/** One for each session there was, milliseconds each: requests are served in between. */
async function checkSignatures({ store, state, workspaceId, signal }: AuditCheckOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const row of store.listSignatures()) {
    await nextTurn();
    signal?.throwIfAborted();
    const signer = state.principals.get(row.principal_id);
    const statement = auditHeadStatement(workspaceId, row.seq, row.hash);
    const holds = signer && isStatementOf(signer.public_keys, AUDIT_HEAD_LABEL, statement, row);
    if (!holds) findings.push(finding('audit_damaged', String(row.seq)));
  }
  return findings;
}

/** A key no entry is under was planted, or has lost its entries. */
function checkKeys(store: AuditStore): Finding[] {
  return store.listUnusedKeys().map((keyId) => finding('audit_damaged', keyId));
}

function missingVersions(
  expected: readonly ExpectedVersion[],
  told: ReadonlySet<string>,
  since: string,
): Finding[] {
  return expected
    .filter(({ version_id, created_at }) => created_at > since && !told.has(version_id))
    .map(({ document_id }) => finding('audit_behind', document_id));
}
