/**
 * Error when a text would be sealed over a version that was signed meanwhile, or put on a report that was withdrawn
 * meanwhile; nothing was sealed.
 */
export class SignedMeanwhileError extends Error {
  override readonly name = 'SignedMeanwhileError';
  readonly seq: number;
  readonly isWithdrawn: boolean;

  constructor(seq: number, isWithdrawn: boolean) {
    super(`version ${seq} was ${isWithdrawn ? 'withdrawn' : 'signed'} meanwhile`);
    this.seq = seq;
    this.isWithdrawn = isWithdrawn;
  }
}
