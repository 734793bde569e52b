import { describe, expect, test } from 'vitest';
import { readEnvironment } from '#server/system/config/env.ts';

const read = (variables: Record<string, string>) => readEnvironment(variables, 'linux');

describe('readEnvironment', () => {
  test('the allow-list is exact names between commas; unset is no list, empty lets nobody in', () => {
    expect(read({}).allowedClientCns).toBeUndefined();
    expect(read({ SERVICE_API_ALLOWED_CLIENT_CN: 'desktop, Robot-1a' }).allowedClientCns).toEqual(
      new Set(['desktop', 'Robot-1a']),
    );
    expect(read({ SERVICE_API_ALLOWED_CLIENT_CN: '' }).allowedClientCns).toEqual(new Set());
  });

  test('the rate limit is a number, off, or 2,000', () => {
    expect(read({}).rateLimit).toBe(2000);
    expect(read({ SRVAULT_RATE_LIMIT: 'off' }).rateLimit).toBeUndefined();
    expect(read({ SRVAULT_RATE_LIMIT: '50' }).rateLimit).toBe(50);
    for (const nonsense of ['0', '-1', '1.5', 'many']) {
      expect(() => read({ SRVAULT_RATE_LIMIT: nonsense })).toThrow(/SRVAULT_RATE_LIMIT/);
    }
  });

  test('state and data folders follow the platform and the overrides', () => {
    expect(read({ SRVAULT_STATE_DIR: '/state' }).stateDir).toBe('/state');
    expect(read({ XDG_STATE_HOME: '/x' }).stateDir).toBe('/x/sealed-records-vault');
    expect(read({ XDG_CONFIG_HOME: '/c' }).defaultDataDir).toBe('/c/Sealed Records Vault');
    expect(readEnvironment({}, 'darwin').defaultDataDir).toMatch(/Application Support.Sealed Records Vault$/);
  });
});
