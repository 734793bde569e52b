/** Options a caller may pass to a write. */
export interface WriteOptions {
  /** Runs inside the write's own transaction with the new object's id, so that idempotency records commit with it. */
  readonly withinTransaction?: (createdId: string) => void;
}
