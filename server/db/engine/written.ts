/** What a statement that writes answers. */
export interface Written {
  /** Rows inserted, updated or deleted. */
  readonly changes: number;
  /** Of an engine that would have to wait for it: believes that it was one row, and answers for that at the commit. */
  readonly isOneBelieved?: () => boolean;
}

/** Whether exactly one row was written, where nearly always it is. */
export function isOneChanged(written: Written): boolean {
  return written.isOneBelieved?.() ?? written.changes === 1;
}
