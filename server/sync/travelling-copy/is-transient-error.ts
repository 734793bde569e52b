import { VaultApiError } from '#sdk/errors.ts';

const AWAY = 502;
const SESSION_ENDED: ReadonlySet<string> = new Set(['session_rejected', 'session_expired', 'session_locked']);

/**
 * True for a response of the home vault that is about its state and not about the request: database or file storage
 * unavailable, too many requests, session ended. Such a request may be repeated.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof VaultApiError)) return false;
  return error.status >= AWAY || error.status === 429 || SESSION_ENDED.has(error.code);
}
