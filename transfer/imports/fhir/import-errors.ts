/** Classifies errors of an import: which end it, and their messages. */
import { APIConnectionError, APIUserAbortError, AuthenticationError, VaultApiError } from '#sdk/errors.ts';

/** True for errors that would fail every other resource too. */
export function isFatal(error: unknown): boolean {
  return (
    error instanceof APIConnectionError ||
    error instanceof APIUserAbortError ||
    error instanceof AuthenticationError ||
    (error instanceof VaultApiError && (error.status === 402 || error.status === 429))
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The import failed.';
}

/** Replaces mapper errors, whose messages could quote content. */
export function mappingMessage(error: unknown): string {
  return error instanceof TypeError ? 'This resource is not well-formed.' : messageOf(error);
}
