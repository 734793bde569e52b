/**
 * Verifies the audit chain: no entry missing, changed, moved or added; every sealed entry opens; every signature
 * matches its entry; the newest entry is no older than the anchor's. The chain itself needs no key; an
 * administrator's keys also verify the sealed entries.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { auditHeadStatement } from '#crypto/audit/entry-hash.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { verifyStatement } from '#crypto/principals/signed-statements.ts';
import type { AuditStore } from '#server/storage/audit/audit-store.ts';
import { AUDIT_HEAD_LABEL } from './audit-log.ts';
import { createAuditWalk, FINDINGS_MAX, type WalkOptions } from './walk-audit-log.ts';
import { createRecordedVersions, type ExpectedVersion } from './writing/recorded-versions.ts';
import { createRolledBackCheck, type StoredRows } from './writing/rolled-back-documents.ts';

const ROWS_AT_ONCE = 200;

export interface AuditCheckOptions extends WalkOptions {
  readonly state: MembershipState;
  /** Versions that must be recorded since the log began, by document, in pages. */
  readonly expectVersions?: () => Iterable<readonly ExpectedVersion[]>;
  /**
   * The rows that recorded changes must have left; absent where rows change without entries, as in a travelling copy.
   */
  readonly stored?: StoredRows;
}

export interface AuditChecked {
  readonly findings: readonly Finding[];
  readonly entries: number;
  readonly opened: number;
  readonly first_at: string | null;
  readonly broken_seq: number | null;
}

/** Verifies the log. Its working tables spill to the disk, because a log may have many millions of entries. */
export async function verifyAuditChain(options: AuditCheckOptions): Promise<AuditChecked> {
  const { opener, expectVersions, stored } = options;
  const versions = createRecordedVersions();
  const told = createRolledBackCheck();
  try {
    const walk = createAuditWalk(options, (content) => {
      if (expectVersions !== undefined && content.version_id) versions.see(content.version_id);
      if (stored !== undefined) told.see(content);
    });
    const { findings } = walk;
    const last = options.store.head()?.seq ?? 0;
    await walk.readTo(last);
    findings.push(...cutOff(options, last));
    // Signatures over a broken chain prove nothing more.
    if (findings.length === 0) findings.push(...(await checkSignatures(options)));
    findings.push(...checkKeys(options.store));
    const { first_at } = walk.counted();
    const isAllOpened = () => walk.counted().opened === walk.counted().entries;
    // Reads entries written since the first pass, before reporting something as missing.
    const readOn = () => walk.readTo(options.store.head()?.seq ?? last);
    if (opener && first_at !== null && isAllOpened() && expectVersions !== undefined)
      findings.push(...(await versions.listMissing(expectVersions, first_at, readOn)));
    if (opener && isAllOpened() && stored !== undefined) {
      if (told.listDiffering(stored).length > 0) await readOn();
      const behind = new Set(findings.filter(({ code }) => code === 'audit_behind').map(({ id }) => id));
      findings.push(...told.listDiffering(stored).filter(({ id }) => !behind.has(id)));
    }
    const broken = findings.find(({ code }) => code === 'audit_damaged' || code === 'audit_cut');
    return { findings, ...walk.counted(), broken_seq: broken?.id ? Number(broken.id) : null };
  } finally {
    versions.close();
    told.close();
  }
}

/** Signatures and anchors that name entries beyond the end of the log. */
function cutOff({ store, seen }: AuditCheckOptions, last: number): Finding[] {
  const beyond = store.listSignedBeyond(last, FINDINGS_MAX);
  // Read after the signatures, because an entry is written before it is signed.
  const end = Math.max(last, store.head()?.seq ?? 0);
  const places = new Set([...beyond, ...(seen === undefined ? [] : [seen.seq])]);
  return [...places].filter((seq) => seq > end).map((seq) => finding('audit_cut', String(seq)));
}

/** Verifies signatures, one per session at milliseconds each; requests run in between. */
async function checkSignatures({ store, state, workspaceId, signal }: AuditCheckOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let page = store.listSignaturesAfter(undefined, ROWS_AT_ONCE); page.length > 0; ) {
    for (const row of page) {
      await nextTurn();
      signal?.throwIfAborted();
      const signer = state.principals.get(row.principal_id);
      const statement = auditHeadStatement(workspaceId, row.seq, row.hash);
      const holds = signer && verifyStatement(signer.public_keys, AUDIT_HEAD_LABEL, statement, row);
      if (!holds && findings.length < FINDINGS_MAX) findings.push(finding('audit_damaged', String(row.seq)));
    }
    page = store.listSignaturesAfter(page.at(-1), ROWS_AT_ONCE);
  }
  return findings;
}

/** A key without entries was planted, or its entries were deleted. */
function checkKeys(store: AuditStore): Finding[] {
  return store.listUnusedKeys().map((keyId) => finding('audit_damaged', keyId));
}
