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
