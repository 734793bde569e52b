import type { Migration } from './migrator.ts';

/**
 * HL7 messages that wait for their receiver, and what became of the others. Clear are ids, the receiver's name, which
 * stands in the settings in clear too, and when it is due: a time that somebody changes sends earlier or later. Version,
 * state and the receiver's answer are sealed. A purged exam takes its messages along.
 */
export const outboxMigration: Migration = {
  id: 17,
  name: '0017-outbox',
  up(db) {
    db.exec(`
      ALTER TABLE settings ADD COLUMN hl7_receivers TEXT;

      CREATE TABLE outbox_messages (
        message_id TEXT PRIMARY KEY,
        security_group_id TEXT NOT NULL,
        exam_id TEXT NOT NULL REFERENCES documents (document_id) ON DELETE CASCADE,
        receiver TEXT NOT NULL,
        due_at TEXT,
        sealed BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX outbox_messages_by_group ON outbox_messages (security_group_id, message_id);
      CREATE INDEX outbox_messages_by_exam ON outbox_messages (exam_id);
      CREATE INDEX outbox_messages_due ON outbox_messages (receiver, due_at) WHERE due_at IS NOT NULL;
    `);
  },
};
