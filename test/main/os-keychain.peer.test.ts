import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOsKeychain } from '#main/os-keychain.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { standIn } from './electron/index.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const SECRET = 'c2VjcmV0LW9mLXRoaXMtY29tcHV0ZXI';
afterEach(() => {
  standIn.keychain = { isAvailable: true, backend: 'gnome_libsecret' };
});

describe('createOsKeychain', () => {
  test('keeps the secret sealed, gives it back, forgets it', () => {
    const folder = testTempDir();
    const keychain = createOsKeychain(folder, 'linux');
    expect(keychain.read()).toBeNull();
    keychain.keep(SECRET);
    expect(keychain.state()).toEqual({ available: true, reason: null, kept: true });
    expect(readFileSync(join(folder, 'device-secret.json'), 'utf8')).not.toContain(SECRET);
    expect(createOsKeychain(folder, 'linux').read()).toBe(SECRET);
    keychain.forget();
    expect(keychain.state().kept).toBe(false);
  });

  test.each(['basic_text', 'unknown'])('refuses the backend %s: nothing is written', (backend) => {
    standIn.keychain = { isAvailable: true, backend };
    const folder = testTempDir();
    const keychain = createOsKeychain(folder, 'linux');
    expect(keychain.state()).toMatchObject({ available: false, kept: false });
    expect(() => keychain.keep(SECRET)).toThrow('No keyring');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('does not open with a weak backend what a real one had sealed', () => {
    const keychain = createOsKeychain(testTempDir(), 'linux');
    keychain.keep(SECRET);
    standIn.keychain = { isAvailable: true, backend: 'basic_text' };
    expect(keychain.read()).toBeNull();
  });

  test('refuses where the system offers no encryption', () => {
    standIn.keychain = { isAvailable: false, backend: 'unknown' };
    const folder = testTempDir();
    const keychain = createOsKeychain(folder, 'darwin');
    expect(() => keychain.keep(SECRET)).toThrow('no keychain');
    expect(existsSync(join(folder, 'device-secret.json'))).toBe(false);
  });
});
