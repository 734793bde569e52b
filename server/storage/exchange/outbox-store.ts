/** SQL over the outbox. Has no keys; call writes inside a transaction. */

import type { DocumentId, MessageId, SecurityGroupId } from '#contract/ids.ts';
import { nearestIdCondition } from '#server/storage/constant-work-lookup.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface OutboxRow {
  readonly message_id: MessageId;
  readonly security_group_id: SecurityGroupId;
  readonly exam_id: DocumentId;
  /** The receiver's name in the settings. */
  readonly receiver: string;
  /** Time of the next sending; null once it was delivered or ended. */
  readonly due_at: string | null;
  /** Packed envelope of the message. */
  readonly sealed: Uint8Array;
}

export interface OutboxPage {
  readonly security_group_id: SecurityGroupId;
  readonly exam_id: DocumentId | null;
  /** 1: waiting messages, 0: the others, null: both. */
  readonly waiting: 0 | 1 | null;
  /** Messages before this one; null for the first page. */
  readonly before: string | null;
  readonly limit: number;
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(db: Statements) {
  const insert = db.prepare<[OutboxRow]>(
    `INSERT INTO outbox_messages (message_id, security_group_id, exam_id, receiver, due_at, sealed)
     VALUES (@message_id, @security_group_id, @exam_id, @receiver, @due_at, @sealed)`,
  );
  const update = db.prepare<[Pick<OutboxRow, 'message_id' | 'due_at' | 'sealed'>]>(
    'UPDATE outbox_messages SET due_at = @due_at, sealed = @sealed WHERE message_id = @message_id',
  );
  const remove = db.prepare<[string]>('DELETE FROM outbox_messages WHERE message_id = ?');
  const find = db.prepare<[string], OutboxRow>('SELECT * FROM outbox_messages WHERE message_id = ?');
  const listIdsAfter = db
    .prepare<[string, number], MessageId>(
      'SELECT message_id FROM outbox_messages WHERE message_id > ? ORDER BY message_id LIMIT ?',
    )
    .pluck();
  const scopeNear = db.prepare<[string], Pick<OutboxRow, 'message_id' | 'security_group_id'>>(
    `SELECT message_id, security_group_id FROM outbox_messages
     WHERE ${nearestIdCondition('outbox_messages', 'message_id')}`,
  );
  const waitingOf = db.prepare<[string, string], OutboxRow>(
    `SELECT * FROM outbox_messages WHERE exam_id = ? AND receiver = ? AND due_at IS NOT NULL
     ORDER BY message_id`,
  );
  const idsOf = db
    .prepare<[string], MessageId>(
      'SELECT message_id FROM outbox_messages WHERE exam_id = ? ORDER BY message_id',
    )
    .pluck();
  const countWaiting = db
    .prepare<[], number>('SELECT count(*) FROM outbox_messages WHERE due_at IS NOT NULL')
    .pluck();
  const page = db.prepare<[OutboxPage], OutboxRow>(
    `SELECT * FROM outbox_messages
     WHERE security_group_id = @security_group_id AND (CAST(@exam_id AS TEXT) IS NULL OR exam_id = @exam_id)
       AND (CAST(@waiting AS INTEGER) IS NULL OR CASE WHEN due_at IS NULL THEN 0 ELSE 1 END = @waiting)
       AND (CAST(@before AS TEXT) IS NULL OR message_id < @before)
     ORDER BY message_id DESC LIMIT @limit`,
  );
  const groups = db
    .prepare<[], SecurityGroupId>(
      'SELECT DISTINCT security_group_id FROM outbox_messages WHERE due_at IS NOT NULL',
    )
    .pluck();
  // Messages of one exam are sent in order, so that no version overtakes an earlier one.
  const inTurn = `FROM outbox_messages m
     WHERE due_at IS NOT NULL AND security_group_id IN (SELECT value FROM json_each(@groups) AS open)
       AND NOT EXISTS (SELECT 1 FROM outbox_messages earlier WHERE earlier.exam_id = m.exam_id
         AND earlier.receiver = m.receiver AND earlier.due_at IS NOT NULL
         AND earlier.message_id < m.message_id)`;
  const next = db.prepare<[{ groups: string; receiver: string; now: string }], OutboxRow>(
    `SELECT m.* ${inTurn} AND receiver = @receiver AND due_at <= @now ORDER BY due_at, message_id LIMIT 1`,
  );
  const receivers = db
    .prepare<[{ groups: string; now: string }], string>(
      `SELECT DISTINCT receiver ${inTurn} AND due_at <= @now`,
    )
    .pluck();
  const earliest = db
    .prepare<[{ groups: string; now: string }], string | null>(
      `SELECT min(due_at) ${inTurn} AND due_at > @now`,
    )
    .pluck();

  return {
    insert: (row: OutboxRow) => void insert.run(row),
    update: (row: Pick<OutboxRow, 'message_id' | 'due_at' | 'sealed'>) => void update.run(row),
    delete: (messageId: string) => void remove.run(messageId),
    find: (messageId: string) => find.get(messageId),
    listIdsAfter: (messageId: string, limit: number) => listIdsAfter.all(messageId, limit),
    /** Scope of the message, or else of a near one (`nearestIdCondition`). */
    scopeNear: (messageId: string) => scopeNear.get(messageId),
    /** All messages of an exam; they are deleted with it. */
    idsOf: (examId: DocumentId) => idsOf.all(examId),
    /** Messages of an exam waiting for a receiver, in sending order. */
    waitingOf: (examId: DocumentId, receiver: string) => waitingOf.all(examId, receiver),
    /** Number of waiting messages over all groups. */
    countWaiting: () => countWaiting.get() ?? 0,
    /** Returns a page of messages, newest first. */
    page: (query: OutboxPage) => page.all(query),
    /** Lists groups with waiting messages. */
    groups: () => groups.all(),
    /** The next message of these groups for a receiver. */
    next: (groups: readonly string[], receiver: string, now: string) =>
      next.get({ groups: JSON.stringify(groups), receiver, now }),
    /** Receivers with a due message in these groups. */
    receivers: (groups: readonly string[], now: string) =>
      receivers.all({ groups: JSON.stringify(groups), now }),
    /** Returns when the next message of these groups is due, after `now`. */
    earliest: (groups: readonly string[], now: string) =>
      earliest.get({ groups: JSON.stringify(groups), now }) ?? undefined,
  };
}
