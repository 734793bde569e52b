import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface FindingRow {
  readonly code: string;
  /** Id of the affected object; '' for the whole vault. */
  readonly id: string;
  readonly found_at: string;
  readonly kept_at: string | null;
  readonly kept_by: PrincipalId | null;
}

export function createFindingsStore(db: Statements) {
  const insert = db.prepare<[Pick<FindingRow, 'code' | 'id' | 'found_at'>]>(
    'INSERT INTO findings (code, id, found_at) VALUES (@code, @id, @found_at) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM findings WHERE code = ? AND id = ?');
  const list = db.prepare<[], FindingRow>('SELECT * FROM findings ORDER BY found_at, code, id');
  const keep = db.prepare<[string, PrincipalId, string, string]>(
    'UPDATE findings SET kept_at = ?, kept_by = ? WHERE code = ? AND id = ?',
  );
  return {
    /** Keeps the time of the first report. */
    insert: (row: Pick<FindingRow, 'code' | 'id' | 'found_at'>) => void insert.run(row),
    delete: (code: string, id: string) => void remove.run(code, id),
    list: () => list.all(),
    updateKept: (code: string, id: string, at: string, by: PrincipalId) => void keep.run(at, by, code, id),
  };
}
