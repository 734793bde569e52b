/** SQL over `authorities`: empty until the CA is replaced for the first time. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface AuthorityRow {
  readonly certificate_pem: string;
  /** CA key certified by the previous CA; null for the first. */
  readonly rollover_pem: string | null;
}

export interface AuthoritiesStore {
  /** Lists the CA certificates, newest first. */
  readonly listAuthorities: () => readonly AuthorityRow[];
  /** Adds it as the newest. */
  readonly insertAuthority: (row: AuthorityRow) => void;
  readonly deleteAllAuthorities: () => void;
}

export function createAuthoritiesStore(db: Statements): AuthoritiesStore {
  const list = db.prepare<[], AuthorityRow>(
    'SELECT certificate_pem, rollover_pem FROM authorities ORDER BY seq DESC',
  );
  const insert = db.prepare<[AuthorityRow]>(
    'INSERT INTO authorities (certificate_pem, rollover_pem) VALUES (@certificate_pem, @rollover_pem)',
  );
  const clear = db.prepare('DELETE FROM authorities');
  return {
    listAuthorities: () => list.all(),
    insertAuthority: (row) => void insert.run(row),
    deleteAllAuthorities: () => void clear.run(),
  };
}
