import { MissingContentError } from '#server/system/missing-content-error.ts';

/** Whether there is no such file or folder. */
export function isEnoent(error: unknown): boolean {
  if (error instanceof MissingContentError) return true;
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
