/** Exit codes, and the mapping of errors to them. Source: choices, "Command line `srvault`". */

import { CommanderError } from 'commander';
import { ERROR_STATUS } from '#contract/errors/error-codes.ts';
import { FolderInUseError, VaultError } from '#contract/errors/vault-error.ts';
import { APIConnectionError, APIUserAbortError, IntegrityError, VaultApiError } from '#sdk/errors.ts';

export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  invalid: 7,
  rateLimited: 8,
  crypto: 9,
  protocol: 10,
  noCredit: 11,
  interrupted: 130,
} as const;

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.invalid,
  401: EXIT.unauthenticated,
  402: EXIT.noCredit,
  403: EXIT.forbidden,
  404: EXIT.notFound,
  409: EXIT.conflict,
  422: EXIT.invalid,
  429: EXIT.rateLimited,
  500: EXIT.crypto,
  502: EXIT.protocol,
};

/** Error for wrong or missing arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof FolderInUseError) return EXIT.conflict;
  if (error instanceof VaultApiError) return BY_STATUS[error.status] ?? EXIT.unexpected;
  if (error instanceof VaultError) return BY_STATUS[ERROR_STATUS[error.code]] ?? EXIT.unexpected;
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof APIConnectionError) return EXIT.protocol;
  if (error instanceof APIUserAbortError) return EXIT.interrupted;
  if (error instanceof IntegrityError) return EXIT.crypto;
  return EXIT.unexpected;
}

/** Hides surplus arguments in messages, because one may be an invite code or a passphrase. */
export function redactExtraArguments(text: string): string {
  return text.replace(/^(error: too many arguments.* but got \d+): .*?(\n?)$/s, '$1.$2');
}

/** Formats an error as the JSON document of a failed `--json` command. */
export function errorDocument(error: unknown): { error: Record<string, unknown> } {
  const message =
    error instanceof Error ? redactExtraArguments(error.message) : 'Something unexpected went wrong.';
  if (error instanceof VaultApiError) {
    const { code, status, trace_id, request_id } = error;
    return { error: { code, message, status, trace_id: trace_id ?? null, request_id: request_id ?? null } };
  }
  if (error instanceof FolderInUseError) return { error: { code: 'already_served', message } };
  if (error instanceof VaultError) {
    return { error: { code: error.code, message, status: ERROR_STATUS[error.code] } };
  }
  return { error: { code: localCode(error), message } };
}

function localCode(error: unknown): string {
  // Detected by a property instead of its class, so that commands without MLLP need not load it.
  if (error instanceof APIConnectionError && 'refusal' in error) return `receiver_${String(error.refusal)}`;
  const exit = exitCodeOf(error);
  if (exit === EXIT.usage) return 'usage';
  if (exit === EXIT.interrupted) return 'interrupted';
  if (exit === EXIT.crypto) return 'crypto_error';
  return exit === EXIT.protocol ? 'connection_failed' : 'unexpected';
}
