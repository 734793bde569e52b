/** What becomes of an error within an import: which end it, and in which words they are told. */
import { APIConnectionError, APIUserAbortError, AuthenticationError, VaultApiError } from '#sdk/errors.ts';

/** Errors that every further resource would meet too. */
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

/** A mapper stumbled over the source's own shape; its message could quote content, so only ours are passed on. */
export function mappingMessage(error: unknown): string {
  return error instanceof TypeError ? 'This resource is not well-formed.' : messageOf(error);
}
