import type { ProcessingErrorCode } from '#contract/drives/node.ts';

/** Why a file has no picture. Its code is all that leaves the sandbox: messages of decoders may hold content. */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError';
  readonly code: ProcessingErrorCode;

  constructor(code: ProcessingErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * The clock ran out before the job is known to have had the processor time it is due: other work may have kept the
 * computer busy. Says nothing about the file, so the job is worth another try.
 */
export class StarvedJobError extends Error {
  override readonly name = 'StarvedJobError';
}
