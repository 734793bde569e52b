/**
 * Which of the secrets that open a person's account this person has not been told of yet: whoever has the passphrase for
 * an hour could make another way in, and would keep it. What was told stands in the person's preferences.
 */
import type { OwnSecret, Preferences } from '#contract/access/session.ts';

/** The preference that holds, by kind, when the one was made that this person knows of. */
export const SEEN_SECRETS = 'seen_secrets';

/** What is made so soon after the first of them belongs to the setting up of the account. */
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

/** The value of that preference once all of them were told. */
export function seenSecrets(secrets: readonly OwnSecret[]): Record<string, string> {
  return Object.fromEntries(secrets.map(({ kind, made_at }) => [kind, made_at]));
}
