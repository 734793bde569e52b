import type { Migration } from './migrator.ts';

/**
 * The outbox: HL7 messages waiting for their receiver, and the outcome of sent ones. Plaintext: ids, the receiver's
 * name, and the due time; changing it only sends earlier or later. Version, state and the receiver's response are
 * sealed. A purged exam's messages are deleted.
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
