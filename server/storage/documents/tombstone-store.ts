/**
 * The rows of `document_purges`: that documents and files were removed for good, for who still has them: other servers
 * of the vault in their search, copies of it on their disks. An id, its group and the time; nothing of the content, and
 * nothing at all where there is nobody to be told. A row without an id says that a copy of the group has asked; one that
 * begins with `copy ` says with which certificate.
 */
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createChangeNumbers } from './change-numbers.ts';

const COPY_ASKED = '';
const COPY_NAMED = 'copy ';

/** A travelling copy that asked for a group. */
export interface AskingCopy {
  /** Common name of its certificate; null where it was not kept. */
  readonly client_cn: string | null;
  readonly last_asked_at: string;
}

export type TombstoneStore = ReturnType<typeof createTombstoneStore>;

export function createTombstoneStore(db: Pick<SqlEngine, 'prepare' | 'isShared'>) {
  const numbers = createChangeNumbers(db);
  const insert = db.prepare<[number, string, string, string]>(
    'INSERT INTO document_purges (change_seq, security_group_id, document_id, purged_at) VALUES (?, ?, ?, ?)',
  );
  const selectAsked = db
    .prepare<[string], string | null>(
      `SELECT max(purged_at) FROM document_purges WHERE security_group_id = ? AND document_id = '${COPY_ASKED}'`,
    )
    .pluck();
  const selectBetween = db
    .prepare<[string, number, number], string>(
      `SELECT document_id FROM document_purges WHERE security_group_id = ? AND change_seq > ? AND change_seq <= ?
         AND document_id <> '${COPY_ASKED}' AND document_id NOT LIKE '${COPY_NAMED}%' ORDER BY change_seq`,
    )
    .pluck();
  const selectCopies = db.prepare<[string], { document_id: string; purged_at: string }>(
    `SELECT document_id, max(purged_at) AS purged_at FROM document_purges
     WHERE security_group_id = ? AND document_id LIKE '${COPY_NAMED}%' GROUP BY document_id ORDER BY document_id`,
  );
  const selectNamed = db
    .prepare<[string, string], string | null>(
      'SELECT max(purged_at) FROM document_purges WHERE security_group_id = ? AND document_id = ?',
    )
    .pluck();
  const selectNewest = db
    .prepare<[], string>(
      `SELECT purged_at FROM document_purges
       WHERE document_id <> '${COPY_ASKED}' AND document_id NOT LIKE '${COPY_NAMED}%' ORDER BY change_seq DESC LIMIT 1`,
    )
    .pluck();
  const deleteBefore = db.prepare<[string]>('DELETE FROM document_purges WHERE purged_at < ?');
  /** When a copy of the group asked last, to the day; undefined when none has for as long as purges are kept. */
  const copyAskedAt = (securityGroupId: SecurityGroupId) => selectAsked.get(securityGroupId) ?? undefined;
  return {
    copyAskedAt,
    /** When the copy with this certificate asked last, to the day. */
    namedCopyAskedAt: (securityGroupId: SecurityGroupId, clientCn: string) =>
      selectNamed.get(securityGroupId, COPY_NAMED + clientCn) ?? undefined,
    /** A copy of the group asks: what is purged from now on is kept for it. */
    noteCopy(securityGroupId: SecurityGroupId, clientCn: string, at: string): void {
      insert.run(numbers.next(), securityGroupId, COPY_ASKED, at);
      insert.run(numbers.next(), securityGroupId, COPY_NAMED + clientCn, at);
    },
    /** Of the group, for as long as purges are kept. */
    copiesOf(securityGroupId: SecurityGroupId): AskingCopy[] {
      const named = selectCopies.all(securityGroupId).map(({ document_id, purged_at }) => ({
        client_cn: document_id.slice(COPY_NAMED.length),
        last_asked_at: purged_at,
      }));
      const asked = copyAskedAt(securityGroupId);
      return named.length > 0 || asked === undefined ? named : [{ client_cn: null, last_asked_at: asked }];
    },
    /** Inside the purge's transaction; keeps nothing where there is no other server and no copy. */
    add(id: DocumentId | NodeId, securityGroupId: SecurityGroupId, purgedAt: string): void {
      if (db.isShared || copyAskedAt(securityGroupId) !== undefined)
        insert.run(numbers.next(), securityGroupId, id, purgedAt);
    },
    /** Numbered above `after`, up to `until`. */
    listBetween: (securityGroupId: SecurityGroupId, after: number, until: number) =>
      selectBetween.all(securityGroupId, after, until),
    /** When something was purged last, of whatever group; undefined where nothing tells. */
    newestAt: () => selectNewest.get(),
    deleteBefore: (instant: string) => void deleteBefore.run(instant),
  };
}
