import type { MessageFailure, MessageState, OutboxMessage } from '#contract/exchange/outbox.ts';
import type { PrincipalId, VersionId, WorkspaceId } from '#contract/ids.ts';
import { messageContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { OutboxRow } from '#server/storage/exchange/outbox-store.ts';

const SCHEMA = 2;
const PAD_BYTES = 256;

/** Sealed part of a message: everything but ids, including the due time as decided. */
export interface MessageContent {
  readonly version_id: VersionId;
  readonly state: MessageState;
  readonly queued_at: string;
  readonly queued_by: PrincipalId;
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  readonly answer: OutboxMessage['answer'];
  readonly failure: MessageFailure | null;
  /** Response that was no acknowledgement; absent in messages of earlier versions. */
  readonly unread_answer?: string | null;
}

export type MessagePlace = Pick<OutboxRow, 'message_id' | 'security_group_id' | 'exam_id' | 'receiver'>;

function contextOf(workspace_id: WorkspaceId, place: MessagePlace) {
  return messageContext({
    workspace_id,
    security_group_id: place.security_group_id,
    document_id: place.exam_id,
    object_id: place.message_id,
    name: place.receiver,
  });
}

/** Seals a message. @param key the exam's outbox key. */
export function sealMessage(
  key: Uint8Array,
  workspaceId: WorkspaceId,
  place: MessagePlace,
  content: MessageContent,
): Uint8Array {
  return sealJson(key, { schema: SCHEMA, content }, contextOf(workspaceId, place), PAD_BYTES);
}

/** Opens a message. @throws CryptoError unless it was sealed for this exam and this receiver. */
export function openMessage(key: Uint8Array, workspaceId: WorkspaceId, row: OutboxRow): MessageContent {
  return openJson<MessageContent>(key, row.sealed, contextOf(workspaceId, row), SCHEMA).content;
}
