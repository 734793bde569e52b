import './page-globals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vault } from '#renderer/api/vault-client.ts';
import { loadPreferences, setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { enterVault, lock, openSession } from '#renderer/state/session/session-store.ts';
import { PASSPHRASE } from '#test/support/live-vault.ts';
import { pageVault } from './page-vault.ts';

const page = pageVault();

beforeEach(async () => {
  await openSession({ passphrase: PASSPHRASE });
  await enterVault();
});

afterEach(async () => {
  page.isCut = false;
  await lock('asked');
});

describe('setPreference', () => {
  test('seals the whole object: keys of other parts stay as they are', async () => {
    await vault().session.putPreferences({ written_by_a_later_program: [1, 2] });
    await loadPreferences();
    await setPreference('keymap', { palette: ['Ctrl+P'] });
    expect(await vault().session.getPreferences()).toEqual({
      written_by_a_later_program: [1, 2],
      keymap: { palette: ['Ctrl+P'] },
    });
  });

  test('tells when the vault did not take it; the value stays in this window', async () => {
    await loadPreferences();
    page.isCut = true;
    await expect(setPreference('keymap', {})).rejects.toThrow();
    expect(usePreferences.getState().values['keymap']).toEqual({});
  });

  test('a lock empties the store', async () => {
    await loadPreferences();
    await lock('asked');
    expect(usePreferences.getState()).toEqual({ loaded: false, values: {} });
  });
});
