import { describe, expect, test } from 'vitest';
import type { OwnSecret } from '#contract/access/session.ts';
import { newSecrets, SEEN_SECRETS, seenSecrets } from '#sdk/new-secrets.ts';

const AT = (minutes: number) => new Date(Date.UTC(2026, 4, 1) + minutes * 60_000).toISOString();
const made = (kind: OwnSecret['kind'], minutes: number): OwnSecret => ({ kind, made_at: AT(minutes) });

describe('newSecrets', () => {
  test('tells nothing of an account as it was set up', () => {
    expect(newSecrets([made('passphrase', 0), made('recovery', 0), made('device', 3)], {})).toEqual([]);
    expect(newSecrets([], {})).toEqual([]);
  });

  test('tells of what was made later, to a person who was never told', () => {
    const later = made('recovery', 60);
    expect(newSecrets([made('passphrase', 0), later], {})).toEqual([later]);
    expect(newSecrets([made('passphrase', 0), later], { [SEEN_SECRETS]: null })).toEqual([later]);
  });

  test('tells of each once, and of the next one of its kind again', () => {
    const secrets = [made('passphrase', 0), made('recovery', 60)];
    const told = { [SEEN_SECRETS]: seenSecrets(secrets) };
    expect(newSecrets(secrets, told)).toEqual([]);
    const next = made('recovery', 61);
    const device = made('device', 61);
    expect(newSecrets([made('passphrase', 0), next, device], told)).toEqual([next, device]);
  });

  test('tells of an older one that was put back', () => {
    const told = { [SEEN_SECRETS]: seenSecrets([made('passphrase', 0), made('recovery', 60)]) };
    expect(newSecrets([made('passphrase', 0), made('recovery', 0)], told)).toEqual([made('recovery', 0)]);
  });
});
