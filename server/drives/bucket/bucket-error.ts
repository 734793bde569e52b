/** What may be wrong with a bucket. What it answers may quote names, so only its error code is kept. */
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';

/** No answer, or none that helps, after it was asked again. Nothing a row names was lost by it. */
export class BucketAwayError extends StorageUnavailableError {
  constructor(cause?: unknown) {
    super(
      'protocol_error',
      'The vault does not reach the storage of its files. Nothing was lost; records go on, and files as soon as it answers.',
      { headers: { 'retry-after': '1' }, cause },
    );
  }
}

/** It answers, and refuses: a wrong key, a bucket that is not there, a call it does not know. */
export class BucketRefusedError extends StorageUnavailableError {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super('protocol_error', `The storage of the vault's files refuses (${reason}). Nothing was changed.`);
    this.status = status;
    this.reason = reason;
  }
}

/** As a folder says it, so that nobody who reads has to know where files lie. */
export class MissingBlobError extends Error {
  override readonly name = 'MissingBlobError';
  readonly code = 'ENOENT';

  constructor() {
    super('There is no such sealed file.');
  }
}
