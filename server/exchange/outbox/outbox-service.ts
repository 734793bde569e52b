/**
 * The outbox of HL7 messages: reports sent automatically to configured receivers until acknowledged. Lists and queues
 * messages; `delivery.ts` sends them. Source: choices, "Exchange".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type {
  ListedMessage,
  OutboxMessage,
  OutboxQuery,
  QueueMessageBody,
} from '#contract/exchange/outbox.ts';
import type { DocumentId, MessageId, VersionId } from '#contract/ids.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/limits.ts';
import type { Page } from '#contract/paged-list.ts';
import {
  type Actor,
  notFoundError,
  requireRoleForObject,
  requireRoleInGroup,
} from '#server/identity/actor/actor.ts';
import { createUnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import { openCursor, sealCursor } from '#server/identity/requests/list-cursor.ts';
import type { OutboxRow } from '#server/storage/exchange/outbox-store.ts';
import { createDelivery } from './delivery.ts';
import type { MessageContent } from './message-seal.ts';
import { auditedMessage, createOutboxCore, type OutboxPorts } from './outbox-dependencies.ts';

export interface OutboxService {
  /**
   * Idempotent while pending: the same version for the same receiver returns the pending message.
   * @throws permission_denied to viewers; invalid_request for a receiver missing in the settings, or a patient without
   * a number; document_deleted
   */
  readonly queue: (actor: Actor, examId: DocumentId, body: QueueMessageBody) => Promise<OutboxMessage>;
  readonly list: (actor: Actor, query: OutboxQuery) => Promise<Page<ListedMessage>>;
  /** Sends a message again. @throws not_found, permission_denied; CryptoError for a damaged one */
  readonly retry: (actor: Actor, messageId: MessageId) => Promise<OutboxMessage>;
  /** Ends a message without sending it. @throws not_found, permission_denied */
  readonly discard: (actor: Actor, messageId: MessageId) => Promise<ListedMessage>;
  /** Sends pending messages of the actor's groups. */
  readonly onUnlocked: (actor: Actor) => void;
  /** Call when another server may have left messages. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

export function createOutboxService(ports: OutboxPorts): OutboxService {
  const core = createOutboxCore(ports);
  const unlocked = createUnlockedActors();
  const delivery = createDelivery(core, unlocked);
  const { store } = core;

  function requireMessage(actor: Actor, messageId: MessageId): OutboxRow {
    const scope = store.scopeNear(messageId);
    if (scope?.message_id !== messageId) throw notFoundError();
    requireRoleForObject(actor, scope.security_group_id, 'editor');
    const row = store.find(messageId);
    if (row === undefined) throw notFoundError();
    return row;
  }

  async function findWaiting(actor: Actor, exam_id: DocumentId, receiver: string, version_id: VersionId) {
    for (const row of store.waitingOf(exam_id, receiver)) {
      const message = await core.show(actor, row);
      if (message.version_id === version_id) return message;
    }
    return undefined;
  }

  return {
    async queue(actor, exam_id, { receiver, version_id: wanted }) {
      const view = await core.exam(actor, exam_id, wanted === undefined ? {} : { version_id: wanted });
      const { security_group_id, is_deleted } = view.index;
      requireRoleForObject(actor, security_group_id, 'editor');
      if (is_deleted) throw new VaultError('document_deleted', 'The exam is in the trash. Restore it first.');
      const { version_id } = view;
      if (version_id === null)
        throw new VaultError('not_found', 'This exam has no version yet. Seal one first.');
      if (core.findReceiver(receiver) === undefined)
        throw new VaultError('invalid_request', 'receiver: not in the settings. Add it there first.');
      await core.requireSendable(actor, view);
      const waiting = await findWaiting(actor, exam_id, receiver, version_id);
      if (waiting !== undefined) return waiting;
      const message = await core.add(
        actor,
        { security_group_id, exam_id, receiver },
        {
          ...{ version_id, state: 'waiting', queued_at: core.now(), queued_by: actor.principal_id },
          ...{ attempts: 0, last_attempt_at: null, answer: null, failure: null, unread_answer: null },
        },
      );
      await core.recordAudit(actor, 'message_queued', auditedMessage(message, receiver));
      delivery.wake();
      return message;
    },

    async list(actor, { security_group_id, exam_id, waiting, limit = PAGE_LIMIT_DEFAULT, cursor }) {
      requireRoleInGroup(actor, security_group_id, 'viewer');
      const scope = `outbox ${security_group_id} ${exam_id ?? ''} ${waiting ?? ''}`;
      const rows = store.page({
        security_group_id,
        exam_id: exam_id ?? null,
        waiting: waiting === undefined ? null : waiting ? 1 : 0,
        before: cursor === undefined ? null : openCursor<string>(actor, scope, cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: await Promise.all(page.map((row) => core.show(actor, row))),
        next_cursor:
          last !== undefined && rows.length > limit ? sealCursor(actor, scope, last.message_id) : null,
      };
    },

    async retry(actor, messageId) {
      const row = requireMessage(actor, messageId);
      const content: MessageContent = {
        ...(await core.open(actor, row)),
        ...{ state: 'waiting', attempts: 0, answer: null, failure: null, unread_answer: null },
      };
      const message = await core.write(actor, row, content, core.now());
      if (message === undefined) throw notFoundError();
      await core.recordAudit(actor, 'message_queued', auditedMessage(message, row.receiver));
      delivery.wake();
      return message;
    },

    async discard(actor, messageId) {
      const row = requireMessage(actor, messageId);
      const message = await core.show(actor, row);
      await core.commits.write(() => store.delete(messageId));
      await core.recordAudit(actor, 'message_discarded', auditedMessage(message, row.receiver));
      return message;
    },

    onUnlocked(actor) {
      unlocked.add(actor);
      delivery.wake();
    },
    wake: delivery.wake,
    close: delivery.close,
  };
}
