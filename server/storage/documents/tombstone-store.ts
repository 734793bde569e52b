/**
 * SQL over `document_purges`, the tombstones of purged documents and files. Other servers remove them from their search
 * index, travelling copies from their disk. A tombstone has id, group and time, no content; none is written where no
 * other server or copy exists. A row without an id means that a copy has synced the group; one starting with `copy `
 * names that copy's certificate.
 */
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createChangeNumbers } from './change-numbers.ts';

const COPY_ASKED = '';
const COPY_NAMED = 'copy ';

/** A travelling copy that synced a group. */
export interface AskingCopy {
  /** Common name of its certificate; null where not recorded. */
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
  /** Day of the last sync of the group by any copy; undefined when none is within the tombstones' retention. */
  const copyAskedAt = (securityGroupId: SecurityGroupId) => selectAsked.get(securityGroupId) ?? undefined;
  return {
    copyAskedAt,
    /** Day of the last sync by the copy with this certificate. */
    namedCopyAskedAt: (securityGroupId: SecurityGroupId, clientCn: string) =>
      selectNamed.get(securityGroupId, COPY_NAMED + clientCn) ?? undefined,
    /** Records that a copy syncs the group: purges are kept for it from now on. */
    noteCopy(securityGroupId: SecurityGroupId, clientCn: string, at: string): void {
      insert.run(numbers.next(), securityGroupId, COPY_ASKED, at);
      insert.run(numbers.next(), securityGroupId, COPY_NAMED + clientCn, at);
    },
    /** Copies of the group within the tombstones' retention. */
    copiesOf(securityGroupId: SecurityGroupId): AskingCopy[] {
      const named = selectCopies.all(securityGroupId).map(({ document_id, purged_at }) => ({
        client_cn: document_id.slice(COPY_NAMED.length),
        last_asked_at: purged_at,
      }));
      const asked = copyAskedAt(securityGroupId);
      return named.length > 0 || asked === undefined ? named : [{ client_cn: null, last_asked_at: asked }];
    },
    /** Call inside the purge's transaction; writes nothing where no other server and no copy exists. */
    add(id: DocumentId | NodeId, securityGroupId: SecurityGroupId, purgedAt: string): void {
      if (db.isShared || copyAskedAt(securityGroupId) !== undefined)
        insert.run(numbers.next(), securityGroupId, id, purgedAt);
    },
    /** Tombstones numbered above `after`, up to `until`. */
    listBetween: (securityGroupId: SecurityGroupId, after: number, until: number) =>
      selectBetween.all(securityGroupId, after, until),
    /** Time of the last purge in any group; undefined without tombstones. */
    newestAt: () => selectNewest.get(),
    deleteBefore: (instant: string) => void deleteBefore.run(instant),
  };
}
