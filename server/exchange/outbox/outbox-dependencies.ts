/** Shared parts of queueing and delivery: rows, exam keys, and a message as the API returns it. */
import type { AuditKind } from '#contract/audit/audit-entry.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { ListedMessage, OutboxMessage } from '#contract/exchange/outbox.ts';
import { type NamedReceiver, parseReceivers } from '#contract/exchange/receivers.ts';
import type {
  DocumentId,
  MessageId,
  NewId,
  PrincipalId,
  SecurityGroupId,
  VersionId,
  WorkspaceId,
} from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { ClientIdentity } from '#hl7/mllp-connection.ts';
import { controlId } from '#hl7/oru-message.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  createOutboxStore,
  type OutboxRow,
  type OutboxStore,
} from '#server/storage/exchange/outbox-store.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { type MessageContent, openMessage, sealMessage } from './message-seal.ts';

/** Fields of a message in audit entries. */
export interface AuditedMessage {
  readonly object_type: 'exams';
  readonly object_id: DocumentId;
  readonly security_group_id: SecurityGroupId;
  readonly version_id: VersionId | null;
  readonly detail: string;
}

export interface OutboxPorts {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly workspaceId: () => WorkspaceId;
  /** Returns the receivers of the settings, which an administrator signed. */
  readonly receivers: () => string | null;
  /** Client certificate for TLS receivers. */
  readonly identity: () => ClientIdentity | undefined;
  readonly displayNameOf: (principalId: PrincipalId) => string;
  readonly exam: (
    actor: Actor,
    id: DocumentId,
    query?: { readonly version_id?: VersionId },
  ) => Promise<DocumentView<'exams'>>;
  readonly titleOf: (actor: Actor, id: DocumentId) => { readonly title: string | null } | undefined;
  /** Outbox key of an exam the actor may read, 32 bytes. */
  readonly outboxKey: (actor: Actor, examId: DocumentId) => Promise<Uint8Array>;
  /** Builds a version as ORU^R01. */
  readonly message: (actor: Actor, examId: DocumentId, versionId: VersionId) => Promise<{ text: string }>;
  /** Checks that an exam can be sent. @throws NoPatientNumberError */
  readonly requireSendable: (actor: Actor, exam: DocumentView<'exams'>) => Promise<void>;
  readonly recordAudit: (actor: Actor, kind: AuditKind, told: AuditedMessage) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export interface OutboxCore extends OutboxPorts {
  readonly store: OutboxStore;
  readonly now: () => string;
  readonly findReceiver: (name: string) => NamedReceiver | undefined;
  readonly open: (actor: Actor, row: OutboxRow) => Promise<MessageContent>;
  /** Seals and stores the outcome; `due_at` null ends the message. Undefined when it no longer exists. */
  readonly write: (
    actor: Actor,
    row: OutboxRow,
    content: MessageContent,
    due_at: string | null,
  ) => Promise<OutboxMessage | undefined>;
  /** Adds a new message, due at once. */
  readonly add: (
    actor: Actor,
    place: Pick<OutboxRow, 'security_group_id' | 'exam_id' | 'receiver'>,
    content: MessageContent,
  ) => Promise<OutboxMessage>;
  readonly toMessage: (
    actor: Actor,
    row: Omit<OutboxRow, 'sealed'>,
    content: MessageContent,
  ) => OutboxMessage;
  /** Opens a message for display; a damaged one is marked and shows only its ids. */
  readonly show: (actor: Actor, row: OutboxRow) => Promise<ListedMessage>;
}

const UNREADABLE = {
  version_id: null,
  control_id: null,
  queued_at: null,
  queued_by: null,
  state: 'failed',
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: null,
  answer: null,
  failure: 'not_readable',
  unread_answer: null,
} as const;

export function createOutboxCore(ports: OutboxPorts): OutboxCore {
  const { commits, newId, outboxKey, workspaceId } = ports;
  const store = createOutboxStore(ports.db);

  const toMessage: OutboxCore['toMessage'] = (actor, row, content) => {
    const { message_id, exam_id, security_group_id, receiver, due_at } = row;
    const { queued_by, unread_answer = null, ...rest } = content;
    return {
      ...{ message_id, exam_id, security_group_id, receiver, ...rest, unread_answer },
      control_id: controlId(content),
      title: ports.titleOf(actor, exam_id)?.title ?? null,
      queued_by: { principal_id: queued_by, display_name: ports.displayNameOf(queued_by) },
      next_attempt_at: due_at,
    };
  };

  const open: OutboxCore['open'] = async (actor, row) =>
    openMessage(await outboxKey(actor, row.exam_id), workspaceId(), row);

  return {
    ...ports,
    store,
    toMessage,
    now: () => nowInstant(ports.clock),
    findReceiver: (name) => parseReceivers(ports.receivers())?.find((known) => known.name === name),
    open,
    async show(actor, row) {
      try {
        return toMessage(actor, row, await open(actor, row));
      } catch (error) {
        if (!(error instanceof CryptoError)) throw error;
        const { message_id, exam_id, security_group_id, receiver } = row;
        return {
          ...{ message_id, exam_id, security_group_id, receiver, ...UNREADABLE },
          ...{ title: ports.titleOf(actor, exam_id)?.title ?? null, damaged: true },
        };
      }
    },
    async write(actor, row, content, due_at) {
      const sealed = sealMessage(await outboxKey(actor, row.exam_id), workspaceId(), row, content);
      const isThere = await commits.write(() => {
        if (store.find(row.message_id) === undefined) return false;
        store.update({ message_id: row.message_id, due_at, sealed });
        return true;
      });
      return isThere ? toMessage(actor, { ...row, due_at }, content) : undefined;
    },
    async add(actor, place, content) {
      const row = { ...place, message_id: newId<MessageId>(), due_at: content.queued_at };
      const sealed = sealMessage(await outboxKey(actor, row.exam_id), workspaceId(), row, content);
      await commits.write(() => store.insert({ ...row, sealed }));
      return toMessage(actor, row, content);
    },
  };
}

export function auditedMessage(message: ListedMessage, detail: string): AuditedMessage {
  const { exam_id, security_group_id, version_id } = message;
  return { object_type: 'exams', object_id: exam_id, security_group_id, version_id, detail };
}
