/** What a caller may add to an accepted write. */
export interface WriteOptions {
  /** Runs inside the write's own transaction with the id of what was made: idempotency marks commit with it. */
  readonly withinTransaction?: (createdId: string) => void;
}
