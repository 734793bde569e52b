/** Formats the state of a credential: valid, expired or revoked, with its end. */
import type { Credential } from '#contract/access/credentials.ts';

type Validity = Pick<Credential, 'revoked_at' | 'expires_at'>;

function isOpen({ revoked_at, expires_at }: Validity, nowMs: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > nowMs);
}

export function credentialState(credential: Validity, nowMs: number): string {
  const { revoked_at, expires_at } = credential;
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'valid';
  return isOpen(credential, nowMs) ? `valid until ${expires_at}` : `ended ${expires_at}`;
}
