import type { ProcessingErrorCode } from '#contract/drives/node.ts';

/**
 * Reason why a file has no picture. Only its code leaves the sandbox, because decoder messages may contain patient
 * data.
 */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError';
  readonly code: ProcessingErrorCode;

  constructor(code: ProcessingErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Thrown when the wall clock ran out before the job used its processor time, because the computer was busy. Says
 * nothing about the file; the job may be repeated.
 */
export class StarvedJobError extends Error {
  override readonly name = 'StarvedJobError';
}
