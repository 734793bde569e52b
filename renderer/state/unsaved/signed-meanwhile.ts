/** Error when a text would be sealed over a version that was signed meanwhile; nothing was sealed. */
export class SignedMeanwhileError extends Error {
  override readonly name = 'SignedMeanwhileError';
  readonly seq: number;

  constructor(seq: number) {
    super(`version ${seq} was signed meanwhile`);
    this.seq = seq;
  }
}
