import { VaultApiError } from '#sdk/errors.ts';

const AWAY = 502;
const SESSION_ENDED: ReadonlySet<string> = new Set(['session_rejected', 'session_expired', 'session_locked']);

/**
 * Whether an answer of the vault says nothing of what was asked and passes by itself: its database or the storage of its
 * files is away, it has too much to do, or the session there has ended.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof VaultApiError)) return false;
  return error.status >= AWAY || error.status === 429 || SESSION_ENDED.has(error.code);
}
