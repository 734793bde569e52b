/**
 * Verifies outbox messages by opening each with its exam's key. All plaintext columns except the due time are bound:
 * with another exam, group or receiver it does not open. Source: sealing design B8 (verify).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type MessageId, type WorkspaceId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { createDocumentStore } from '#server/storage/documents/document-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createOutboxStore, type OutboxRow } from '#server/storage/exchange/outbox-store.ts';
import { openMessage } from './message-seal.ts';

export interface MessageChecks {
  readonly listIdsAfter: (messageId: string, limit: number) => MessageId[];
  /** Verifies one message. Undefined when it is gone, or the key ring has no key of its exam's group. */
  readonly check: (keyRing: KeyRing, messageId: MessageId) => readonly Finding[] | undefined;
}

/** Outbox key of an exam, 32 bytes, for the caller to wipe. @throws CryptoError, group_key_unavailable */
export type OutboxKeyOf = (keyRing: KeyRing, exam: DocumentRow) => Uint8Array;

export function createMessageChecks(
  db: SqlEngine,
  workspaceId: () => WorkspaceId,
  outboxKeyOf: OutboxKeyOf,
): MessageChecks {
  const documents = createDocumentStore(db);
  const outbox = createOutboxStore(db);

  function opens(keyRing: KeyRing, row: OutboxRow): boolean {
    const exam = documents.find(row.exam_id);
    if (exam === undefined) return false;
    let key: Uint8Array | undefined;
    try {
      key = outboxKeyOf(keyRing, exam);
      openMessage(key, workspaceId(), row);
      return true;
    } catch (error) {
      // No principal has a key of this generation: the exam row's number was changed.
      const isUnheld = error instanceof VaultError && error.code === 'group_key_unavailable';
      if (error instanceof CryptoError || isUnheld) return false;
      throw error;
    } finally {
      if (key !== undefined) wipe(key);
    }
  }

  return {
    listIdsAfter: outbox.listIdsAfter,
    // Reads message and exam in one snapshot, because the server may be sending it or purging the exam.
    check: (keyRing, messageId) =>
      db.readSnapshot(() => {
        const row = outbox.find(messageId);
        if (row === undefined) return undefined;
        const group = documents.find(row.exam_id)?.security_group_id ?? row.security_group_id;
        if (!keyRing.hasGroupKey(group)) return undefined;
        const id = isUuidV7(messageId) ? messageId : null;
        return opens(keyRing, row) ? [] : [finding('message_damaged', id)];
      }),
  };
}
