import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/routes.ts';
import { OFFLINE_POLICY } from '#server/http/hooks/offline-policy.ts';

describe('what a travelling copy does', () => {
  test('is said of every operation that changes something, and of no other', () => {
    const changing = ROUTES.filter(({ method }) => method !== 'GET').map(({ operation_id }) => operation_id);
    expect([...OFFLINE_POLICY.keys()].sort()).toEqual([...new Set(changing)].sort());
  });
});
