/**
 * A transaction went on believing what it did not wait to hear, and it was otherwise: nothing of it is there. It is run
 * once more from its first body on, begun carefully, where every answer is waited for.
 */
export class OptimisticTransactionError extends Error {
  override readonly name = 'NotAsBelievedError';

  constructor() {
    super('A transaction did not go as it was believed to; it is to be run again, carefully.');
  }
}
