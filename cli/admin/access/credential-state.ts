/** Whether a credential still opens the vault, in one word and with its end. */
import type { Credential } from '#contract/access/credentials.ts';

export function credentialState({ revoked_at, expires_at }: Credential, nowMs: number): string {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'valid';
  return Date.parse(expires_at) <= nowMs ? `ended ${expires_at}` : `valid until ${expires_at}`;
}

export function isOpen({ revoked_at, expires_at }: Credential, nowMs: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > nowMs);
}
