/**
 * Reads the audit log entry by entry and verifies each: its position in the chain, its seal, and the signatures and
 * anchors that name it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { AUDIT_GENESIS, auditHash, auditKeyHash } from '#crypto/audit/entry-hash.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { AuditRow, AuditStore, SignedPlace } from '#server/storage/audit/audit-store.ts';
import type { AuditContent } from './audit-content.ts';
import type { EntryOpener } from './entry-opener.ts';

const ROWS_AT_ONCE = 200;
/** Cached hashes of session keys: an entry's key is nearly always a recent one. */
const KEY_HASHES_KEPT = 1_000;
/** Reports at most this many findings; the first ones are enough to investigate. */
export const FINDINGS_MAX = 1_000;

export interface WalkOptions {
  readonly store: AuditStore;
  readonly workspaceId: WorkspaceId;
  /** Opens sealed entries; without it only the hash chain is verified. */
  readonly opener?: EntryOpener;
  /** The newest entry stored in the anchor outside the folder. */
  readonly seen?: SignedPlace | undefined;
  readonly signal?: AbortSignal;
}

interface Counted {
  readonly entries: number;
  readonly opened: number;
  readonly first_at: string | null;
}

/** `onOpened` is called with each verified entry, in order. */
export function createAuditWalk(
  { store, workspaceId, opener, seen, signal }: WalkOptions,
  onOpened: (content: AuditContent) => void,
) {
  const findings: Finding[] = [];
  const keyHashes = new Map<string, Uint8Array>();
  let previous: SignedPlace = { seq: 0, hash: AUDIT_GENESIS };
  let firstAt: string | null = null;
  let entries = 0;
  let opened = 0;
  let key: string | null = null;

  function blame(seq: number): void {
    if (findings.length < FINDINGS_MAX) findings.push(finding('audit_damaged', String(seq)));
  }

  /** Returns the hash of a session key; undefined when its row is missing. */
  function keyHashOf(keyId: string): Uint8Array | undefined {
    const known = keyHashes.get(keyId);
    if (known !== undefined) return known;
    const row = store.findKey(keyId);
    if (row === undefined) return undefined;
    if (keyHashes.size >= KEY_HASHES_KEPT) keyHashes.clear();
    const hash = auditKeyHash(row);
    keyHashes.set(keyId, hash);
    return hash;
  }

  function isInPlace({ seq, at, key_id, entry, hash }: AuditRow): boolean {
    const key_sha256 = key_id === null ? null : keyHashOf(key_id);
    if (key_sha256 === undefined) return false;
    const place = { workspace_id: workspaceId, seq, at, key_id, key_sha256 };
    return equalBytes(auditHash({ ...place, entry, prev_hash: previous.hash }), hash);
  }

  function check(row: AuditRow, signed: readonly SignedPlace[]): void {
    if (row.seq !== previous.seq + 1) blame(previous.seq + 1);
    const holds = isInPlace(row);
    const content = holds ? openOrBlame(row) : undefined;
    if (!holds) blame(row.seq);
    if (content) onOpened(content);
    if (signed.some(({ seq, hash }) => seq === row.seq && !equalBytes(hash, row.hash))) blame(row.seq);
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

  return {
    findings,
    counted: (): Counted => ({ entries, opened, first_at: firstAt }),

    /** Continues from the last position up to entry `end`. */
    async readTo(end: number): Promise<void> {
      for (let rows = store.listAfter(previous.seq, ROWS_AT_ONCE); rows.length > 0; ) {
        signal?.throwIfAborted();
        const from = rows.at(-1)?.seq ?? end;
        const signed = [...store.listSigned(rows[0]?.seq ?? 0, from), ...(seen === undefined ? [] : [seen])];
        for (const row of rows) {
          if (row.seq > end) break;
          // Yields before a new session key, which takes milliseconds to open; an entry takes microseconds.
          if (row.key_id !== key) await nextTurn();
          key = row.key_id;
          firstAt ??= row.at;
          entries += 1;
          check(row, signed);
        }
        await nextTurn();
        rows = from >= end ? [] : store.listAfter(from, ROWS_AT_ONCE);
      }
    },
  };
}
