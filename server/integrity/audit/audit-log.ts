/**
 * Writes the audit log, a hash chain of entries. An entry is sealed under its principal's key where there is one.
 * Otherwise it is in plaintext, and the next sealed entry and the next person's signature countersign it. A change
 * writes its entry in its own transaction. Reads follow within a quarter of a second, and the same read is recorded
 * once a minute. Refused unlocks are recorded afterwards with their number. Source: sealing design B8 (Audit).
 */

import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { auditHash, auditHeadStatement } from '#crypto/audit/entry-hash.ts';
import { signStatement } from '#crypto/principals/signed-statements.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { createAuditStore } from '#server/storage/audit/audit-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { nowInstant } from '#server/system/clock.ts';
import { type AuditContent, sealContent } from './audit-content.ts';
import type { SessionKey, SessionKeys } from './audit-session-keys.ts';
import { appendPlaintextEntry, nextPosition } from './writing/append-plaintext-entry.ts';
import { createRecentlyLogged } from './writing/recently-logged.ts';
import { createRepeatCounter } from './writing/repeat-counter.ts';

const READS_WITHIN_MS = 250;
const HELD_BACK_FOR_MS = 60_000;
const OPENING = ACCESS_ROUTES.openSession.operation_id;
export const AUDIT_HEAD_LABEL = 'srv.v1/audit/head';

export interface AuditLog {
  /** Call inside the transaction of the recorded change. Does nothing before the vault is initialised. */
  readonly append: (content: AuditContent) => void;
  /** Writes the entry and pending ones in a transaction of its own; resolves when durable. */
  readonly appendAlone: (content: AuditContent) => Promise<void>;
  /** Writes the entry soon, unless the same was recorded within the last minute. */
  readonly recordOnce: (content: AuditContent) => void;
  /** Adds the principal's signature of the newest entry; call inside a transaction. */
  readonly countersign: (principalId: PrincipalId) => void;
  /** Writes pending entries. */
  readonly flush: () => Promise<void>;
  /** Writes pending entries and the last entry of this run; call inside a transaction. Entries added later are lost. */
  readonly appendLast: (content: AuditContent) => void;
}

export interface AuditLogDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly keys: SessionKeys;
  readonly onFailure: (error: unknown) => void;
}

export function createAuditLog({ db, core, keys, onFailure }: AuditLogDeps): AuditLog {
  const { commits, clock } = core;
  const store = createAuditStore(db);
  const isNew = createRecentlyLogged(clock);
  const heldBack = createRepeatCounter();
  let heldTimer: NodeJS.Timeout | undefined;
  /** Keys whose committed row this process wrote or found. */
  const storedKeys = new Set<string>();
  let waiting: AuditContent[] = [];
  /** Entries written by the open transaction. */
  let written: AuditContent[] = [];
  commits.onCommitted(() => {
    written = [];
  });
  // A rolled-back transaction also removes the key's row, and its pending entries become pending again; a rolled-back
  // part removes only the row.
  commits.onRolledBack(() => {
    storedKeys.clear();
    if (db.inTransaction) return;
    waiting = [...written, ...waiting];
    written = [];
  });
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  function workspaceId(): WorkspaceId | undefined {
    return core.ledger.findState()?.trust.workspace_id ?? core.stores.workspace.findWorkspace()?.workspace_id;
  }

  function append(content: AuditContent): void {
    const workspace_id = workspaceId();
    if (workspace_id === undefined) return;
    const at = nowInstant(clock);
    const held = keys.of(content.by);
    if (held === undefined) {
      appendPlaintextEntry(store, workspace_id, at, content);
      return;
    }
    storeKey(held);
    const place = nextPosition(store, workspace_id, at);
    const { key_id } = held.row;
    const entry = sealContent(held.key, key_id, content, place);
    const hash = auditHash({ ...place, key_id, key_sha256: held.rowHash, entry });
    store.insert({ seq: place.seq, at, key_id, entry, hash });
  }

  function storeKey({ row }: SessionKey): void {
    if (storedKeys.has(row.key_id)) return;
    if (!store.hasKey(row.key_id)) store.insertKey(row);
    storedKeys.add(row.key_id);
  }

  function appendWaiting(content?: AuditContent): void {
    const batch = waiting;
    waiting = [];
    try {
      for (const each of batch) append(each);
      if (content !== undefined) append(content);
    } catch (error) {
      waiting = [...batch, ...waiting];
      throw error;
    }
    written = [...written, ...batch];
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return waiting.length === 0 ? Promise.resolve() : commits.write(() => appendWaiting());
  }

  function wait(contents: readonly AuditContent[]): void {
    if (contents.length === 0) return;
    waiting.push(...contents);
    timer ??= setTimeout(() => void flush().catch(onFailure), READS_WITHIN_MS).unref();
  }

  function holdBack(words: string, content: AuditContent): void {
    if (content.kind !== 'refused' || content.operation !== OPENING) return;
    if (heldBack.add(words, content)) wait(heldBack.take());
    heldTimer ??= setTimeout(() => {
      heldTimer = undefined;
      wait(heldBack.take());
    }, HELD_BACK_FOR_MS).unref();
  }

  return {
    append,
    appendAlone: (content) => commits.write(() => appendWaiting(content)),
    recordOnce(content) {
      if (isEnded) return;
      const words = JSON.stringify(content);
      if (isNew(words)) wait([...heldBack.take(words), content]);
      else holdBack(words, content);
    },
    countersign(principalId) {
      const secrets = core.unlocked.find(principalId)?.secrets;
      const head = store.head();
      if (secrets === undefined || head === undefined) return;
      const { workspace_id } = secrets.trust;
      const statement = auditHeadStatement(workspace_id, head.seq, head.hash);
      store.insertSignature({
        seq: head.seq,
        principal_id: secrets.principal_id,
        hash: head.hash,
        ...signStatement(secrets, AUDIT_HEAD_LABEL, statement),
      });
    },
    flush,
    appendLast(content) {
      waiting.push(...heldBack.take());
      appendWaiting(content);
      isEnded = true;
      clearTimeout(timer);
      clearTimeout(heldTimer);
    },
  };
}
