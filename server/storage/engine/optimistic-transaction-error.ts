/**
 * Thrown when an optimistic transaction predicted a result wrongly: it is rolled back. The transaction runs again from
 * its first body as a careful one, which waits for each result.
 */
export class OptimisticTransactionError extends Error {
  override readonly name = 'NotAsBelievedError';

  constructor() {
    super('A transaction did not go as it was believed to; it is to be run again, carefully.');
  }
}
