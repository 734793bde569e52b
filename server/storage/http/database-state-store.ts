/**
 * SQL over the single row about the database itself: clean shutdown, and the commit count, which the commit chain
 * increments.
 */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface ServiceState {
  readonly isClean: () => boolean;
  readonly markClean: (isClean: boolean) => void;
  readonly progress: () => { readonly epoch: number; readonly commit_count: number };
}

interface StateRow {
  readonly is_clean: number;
  readonly epoch: number;
  readonly commit_count: number;
}

export function createServiceState(db: Statements): ServiceState {
  const select = db.prepare<[], StateRow>('SELECT is_clean, epoch, commit_count FROM service_state');
  const clean = db.prepare<[number]>('UPDATE service_state SET is_clean = ?');

  function row(): StateRow {
    const found = select.get();
    if (!found) throw new Error('service_state has no row');
    return found;
  }

  return {
    isClean: () => row().is_clean === 1,
    markClean: (isClean) => void clean.run(isClean ? 1 : 0),
    progress: () => ({ epoch: row().epoch, commit_count: row().commit_count }),
  };
}
