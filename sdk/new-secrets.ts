/**
 * Finds secrets of an account that its person has not seen yet, because an attacker with temporary access could add
 * one. Preferences store which ones the person has seen.
 */
import type { OwnSecret, Preferences } from '#contract/access/session.ts';

/** Preference with the creation time of the newest seen secret, by kind. */
export const SEEN_SECRETS = 'seen_secrets';

/** Secrets created this soon after the first belong to setting up the account. */
const SET_UP_MS = 10 * 60_000;

export function newSecrets(secrets: readonly OwnSecret[], preferences: Preferences): OwnSecret[] {
  const seen: unknown = preferences[SEEN_SECRETS];
  if (typeof seen === 'object' && seen !== null) {
    const known = new Map(Object.entries(seen));
    return secrets.filter(({ kind, made_at }) => known.get(kind) !== made_at);
  }
  const first = Math.min(...secrets.map(({ made_at }) => Date.parse(made_at)));
  return secrets.filter(({ made_at }) => Date.parse(made_at) > first + SET_UP_MS);
}

/** Returns the preference's value once all secrets are seen. */
export function seenSecrets(secrets: readonly OwnSecret[]): Record<string, string> {
  return Object.fromEntries(secrets.map(({ kind, made_at }) => [kind, made_at]));
}
