import { MissingContentError } from '#server/system/missing-content-error.ts';

/** True when the error means that a file or folder does not exist. */
export function isEnoent(error: unknown): boolean {
  if (error instanceof MissingContentError) return true;
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
