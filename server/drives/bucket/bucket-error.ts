/** Errors of a bucket. Its messages may quote names, so only its error code is kept. */
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';

/** No response, or no useful one, after retries. No referenced file is lost. */
export class BucketUnavailableError extends StorageUnavailableError {
  constructor(cause?: unknown) {
    super(
      'protocol_error',
      'The vault cannot reach the storage of its files. Nothing is lost, and records still work. Files work again as soon as it answers.',
      { headers: { 'retry-after': '1' }, cause },
    );
  }
}

/** The bucket refuses: wrong key, missing bucket, unsupported call. */
export class BucketRefusedError extends StorageUnavailableError {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(
      'protocol_error',
      `The storage of the vault's files refused a request (${reason}). Nothing was changed. Check its key and its permissions.`,
    );
    this.status = status;
    this.reason = reason;
  }
}

/** Has the same code as a folder's error, so that readers need not know the storage. */
export class MissingBlobError extends Error {
  override readonly name = 'MissingBlobError';
  readonly code = 'ENOENT';

  constructor() {
    super('This sealed file does not exist.');
  }
}
